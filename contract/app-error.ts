import { msg } from '#contract/language/text.ts';

/** Every error of the API: its code and HTTP status. `errors.ts` has the messages, which a first visit does not need. */
export const errorStatuses = {
  // general
  validation_failed: 400,
  not_signed_in: 401,
  forbidden: 403,
  suspended: 403,
  age_gate: 403,
  cross_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  range_not_satisfiable: 416,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
  // accounts
  bad_credentials: 401,
  email_taken: 400,
  email_unconfirmed: 403,
  sign_in_to_confirm: 403,
  username_taken: 400,
  wrong_password: 400,
  second_step_required: 401,
  second_step_over: 401,
  second_factor_missing: 403,
  proof_required: 403,
  wrong_code: 400,
  passkey_refused: 400,
  passkeys_unavailable: 409,
  too_many_passkeys: 409,
  token_invalid: 401,
  token_forbidden: 403,
  too_many_tokens: 409,
  last_factor: 409,
  account_in_use: 409,
  notice_required: 409,
  link_invalid: 400,
  export_running: 409,
  google_not_set_up: 404,
  google_failed: 400,
  google_other_account: 409,
  provider_not_set_up: 404,
  provider_failed: 400,
  provider_other_account: 409,
  address_unverified: 400,
  identity_taken: 409,
  other_identity: 409,
  link_over: 404,
  link_elsewhere: 409,
  last_way_in: 409,
  mail_server_unavailable: 503,
  // admins
  own_account: 403,
  own_decision: 403,
  approval_waiting: 409,
  last_admin: 409,
  // people
  own_block: 400,
  backs_private: 403,
  // creators
  application_open: 409,
  application_approved: 409,
  application_settled: 409,
  creator_username_taken: 409,
  creator_removed: 409,
  creator_has_owner: 409,
  claim_code_unavailable: 409,
  claim_code_expired: 409,
  profile_exists: 409,
  request_not_taken: 409,
  own_follow: 400,
  // media
  image_too_large: 413,
  image_type: 415,
  image_too_many_pixels: 413,
  image_unreadable: 400,
  image_unavailable: 404,
  upload_quota: 507,
  upload_incomplete: 409,
  // pools
  pool_closed: 409,
  pool_state: 409,
  pool_frozen: 409,
  pool_has_pledges: 409,
  pool_adult_off: 400,
  pool_adult_unfundable: 409,
  own_request: 403,
  not_your_request: 403,
  own_pool_only: 403,
  creator_suspended: 409,
  payouts_held: 409,
  payouts_not_ready: 409,
  held_too_long: 409,
  floor_above_goal: 400,
  below_floor: 409,
  goal_not_met: 409,
  delivery_empty: 400,
  objection_closed: 409,
  content_locked: 403,
  claim_exists: 409,
  update_locked: 403,
  comment_deleted: 409,
  // chat
  own_conversation: 400,
  people_apart: 403,
  not_in_conversation: 403,
  own_message_only: 403,
  edit_too_late: 409,
  too_many_edits: 409,
  chat_muted: 403,
  chat_slow: 429,
  message_filtered: 400,
  message_deleted: 409,
  too_many_rooms: 429,
  // overlays
  too_many_overlays: 409,
  // reports
  own_report: 400,
  report_exists: 409,
  // law
  takedown_settled: 409,
  performer_records_required: 409,
  performer_records_closed: 409,
  performer_underage: 400,
  // pledges and payments
  pledge_exists: 409,
  pledge_locked: 409,
  pledge_state: 409,
  request_key_reused: 422,
  no_saved_card: 409,
  receipt_none: 404,
  proof_none: 404,
  proof_pending: 409,
  nothing_due: 409,
  creator_not_payable: 409,
  card_processor_unavailable: 503,
  webhook_signature: 400,
  checkout_closed: 409,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorStatuses;

export const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(errorStatuses, code);

/** The messages of errors that a browser may have to name itself, because a response has no text or there is none. */
export const generalMessages = {
  validation_failed: msg`Some fields need another look.`,
  not_signed_in: msg`Must be logged in`,
  forbidden: msg`You don’t have permission to do this.`,
  conflict: msg`This changed in the meantime. Reload and try again.`,
  payload_too_large: msg`This is too large.`,
  rate_limited: msg`Too many attempts. Wait a moment and try again.`,
  not_found: msg`We couldn’t find this.`,
  internal: msg`Something went wrong on our side. Please try again.`,
  unavailable: msg`This site is busy or restarting. Please try again in a moment.`,
};

/** The texts of an error for people. */
export interface ErrorTexts {
  message: string;
  /** Message per field path, for forms. */
  fields?: Record<string, string> | undefined;
}

/**
 * The request header with the language of the person, such as "de". An error then has its texts also in that language. Not
 * `Accept-Language`, which names the languages of the browser, not that of the page.
 */
export const languageHeader = 'x-language';

/** An error with a code of the API. `details` may contain field messages. Browser and server share this class. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  /** Renders the texts in the language of the moment. An error that came with its texts, as from a response, keeps them. */
  readonly texts: () => ErrorTexts;
  constructor(code: ErrorCode, { message, ...details }: ErrorDetails & ErrorTexts, texts?: () => ErrorTexts) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = details.answer?.status ?? errorStatuses[code];
    this.details = details;
    this.texts = texts ?? (() => ({ message, fields: details.fields }));
  }
}

export interface Winner {
  id: string;
  username: string;
  displayName: string | null;
  /** One of `auditActions`. */
  action: string;
  /** ISO time. */
  at: string;
}

/** The saved state of something that two edits have changed. */
export interface SavedState {
  /** The version to send with the next try. */
  version: string;
  /** The editable fields, named as in the response of the edit: `images`, where a request sends `imageIds`. */
  fields: Record<string, unknown>;
}

export interface ErrorDetails extends Pick<ErrorTexts, 'fields'> {
  retryAfterS?: number;
  /** The admin who acted first, when two admins act on one thing. */
  winner?: Winner;
  /** The values that another tab or device saved, when an edit names an older version. */
  current?: SavedState;
  /** The start of the failed request's id, by which an operator finds the error in the server's log. */
  reference?: string;
  /** The response that a client read. A proxy may have sent a different status and text. */
  answer?: { status: number; statusText: string; text: string };
  /** No response came at all. */
  isUnreachable?: true;
}
