import { type Message, msg, textOf } from '#contract/language/text.ts';

/** Every error of the API: its code, HTTP status and message for people. */
export const errorTable = {
  // general
  validation_failed: { status: 400, message: msg`Some fields need another look.` },
  not_signed_in: { status: 401, message: msg`Must be logged in` },
  forbidden: { status: 403, message: msg`You don’t have permission to do this.` },
  suspended: {
    status: 403,
    message: msg`This account is suspended. You can still sign in, read and export your data.`,
  },
  age_gate: { status: 403, message: msg`This is for adults. Confirm that you’re 18 or older first.` },
  cross_origin: { status: 403, message: msg`This request came from another site and was refused.` },
  not_found: { status: 404, message: msg`We couldn’t find this.` },
  method_not_allowed: { status: 405, message: msg`This URL doesn’t support that method.` },
  request_timeout: { status: 408, message: msg`This request took too long to arrive. Please try again.` },
  conflict: { status: 409, message: msg`This changed in the meantime. Reload and try again.` },
  range_not_satisfiable: { status: 416, message: msg`The requested range is outside the file.` },
  payload_too_large: { status: 413, message: msg`This is too large.` },
  unsupported_media_type: { status: 415, message: msg`Send JSON (application/json).` },
  rate_limited: { status: 429, message: msg`Too many attempts. Wait a moment and try again.` },
  internal: { status: 500, message: msg`Something went wrong on our side. Please try again.` },
  unavailable: { status: 503, message: msg`This site is busy or restarting. Please try again in a moment.` },
  insufficient_storage: {
    status: 507,
    message: msg`This site has no space left to store this file. Nothing was saved. Please try again later.`,
  },
  // accounts
  bad_credentials: {
    status: 401,
    message: msg`Invalid username or password. Please check your credentials and try again.`,
  },
  email_taken: {
    status: 400,
    message: msg`This email is already registered. Please use a different email or try logging in.`,
  },
  email_unconfirmed: {
    status: 403,
    message: msg`Confirm your email first. We mailed you a link, and you can send it again.`,
  },
  sign_in_to_confirm: {
    status: 403,
    message: msg`Sign in to the account that this link was made for, then open it again. If you didn’t create it, reset its password.`,
  },
  username_taken: { status: 400, message: msg`This username is already taken. Please choose a different username.` },
  wrong_password: { status: 400, message: msg`That isn’t your current password.` },
  second_step_required: { status: 401, message: msg`One more step: confirm that it’s you.` },
  second_step_over: { status: 401, message: msg`This sign-in took too long. Please start again.` },
  second_factor_missing: { status: 403, message: msg`Your role needs a second step at sign-in. Set it up first.` },
  proof_required: { status: 403, message: msg`Confirm that it’s you to do this.` },
  wrong_code: { status: 400, message: msg`That code isn’t right. Each code works only once.` },
  passkey_refused: { status: 400, message: msg`That passkey didn’t work. Please try again.` },
  passkeys_unavailable: {
    status: 409,
    message: msg`Passkeys need https and a domain name, so this site can’t offer them.`,
  },
  too_many_passkeys: { status: 409, message: msg`You have 20 passkeys, the most allowed. Remove one first.` },
  last_factor: {
    status: 409,
    message: msg`Your role needs a second step. Add another one before you remove this one.`,
  },
  account_in_use: { status: 409, message: msg`This account can’t be deleted while money is held for it or due to it.` },
  notice_required: { status: 409, message: msg`You can’t turn off messages about your money.` },
  link_invalid: { status: 400, message: msg`This link is no longer valid. Ask for a new one.` },
  export_running: {
    status: 409,
    message: msg`A download of your data is already running. Try again when it has ended.`,
  },
  google_not_set_up: { status: 404, message: msg`Google sign-in isn’t set up on this site.` },
  google_failed: { status: 400, message: msg`Google sign-in didn’t complete. Please try again.` },
  google_other_account: {
    status: 409,
    message: msg`The account with this email is linked to a different Google account. Nothing was changed.`,
  },
  provider_not_set_up: { status: 404, message: msg`This site doesn’t offer that way to sign in.` },
  provider_failed: { status: 400, message: msg`That sign-in didn’t complete. Please try again.` },
  provider_other_account: {
    status: 409,
    message: msg`The account here is linked to a different account of that provider. Nothing was changed.`,
  },
  address_unverified: {
    status: 400,
    message: msg`The provider hasn’t confirmed your email there. Confirm it with the provider, then try again.`,
  },
  identity_taken: {
    status: 409,
    message: msg`That account already signs in to another account here. Nothing was changed.`,
  },
  other_identity: { status: 409, message: msg`That isn’t the account you sign in with here. Nothing was changed.` },
  link_over: { status: 404, message: msg`This took too long, or is already done. Sign in with the provider again.` },
  link_elsewhere: {
    status: 409,
    message: msg`You’re signed in to a different account. Sign out, then sign in with the provider again.`,
  },
  last_way_in: {
    status: 409,
    message: msg`You have no other way to sign in. Set a password or add a passkey first.`,
  },
  mail_server_unavailable: { status: 503, message: msg`The mail server didn’t accept the email.` },
  // admins
  own_account: { status: 403, message: msg`You can’t do this to your own account. Ask another admin.` },
  own_decision: {
    status: 403,
    message: msg`This is about you. Another admin has to decide it, so make someone an admin if there is none.`,
  },
  approval_waiting: { status: 409, message: msg`A request about this already waits for a second admin.` },
  last_admin: { status: 409, message: msg`This is the last active admin. Make someone else an admin first.` },
  // people
  own_block: { status: 400, message: msg`You can’t block yourself.` },
  backs_private: { status: 403, message: msg`This person keeps their pledges private.` },
  // creators
  application_open: { status: 409, message: msg`You already have an application under review.` },
  application_approved: { status: 409, message: msg`You are already a verified creator.` },
  application_settled: { status: 409, message: msg`This application has already been decided.` },
  creator_username_taken: { status: 409, message: msg`A creator with this username already exists.` },
  creator_removed: { status: 409, message: msg`This creator asked not to be listed here, so they can’t be added.` },
  creator_has_owner: { status: 409, message: msg`This profile already belongs to its creator.` },
  claim_code_unavailable: {
    status: 409,
    message: msg`This profile doesn’t link to a page where you could place a code. Ask an admin instead.`,
  },
  claim_code_expired: { status: 409, message: msg`This code is no longer valid. Get a new one.` },
  profile_exists: { status: 409, message: msg`You already have a creator profile.` },
  request_not_taken: { status: 409, message: msg`This creator doesn’t take requests like this.` },
  own_follow: { status: 400, message: msg`You can’t follow yourself.` },
  // media
  image_too_large: { status: 413, message: msg`File size must be less than 5MB` },
  image_type: { status: 415, message: msg`Only PNG, JPG, and WebP files are allowed` },
  image_too_many_pixels: {
    status: 413,
    message: msg`This picture has too many pixels. Make it smaller, then try again.`,
  },
  image_unreadable: { status: 400, message: msg`We couldn’t read this picture. Try another file.` },
  image_unavailable: { status: 404, message: msg`This picture can’t be shown.` },
  upload_quota: { status: 507, message: msg`You’ve used all of your upload space.` },
  upload_incomplete: { status: 409, message: msg`This upload hasn’t finished yet.` },
  // pools
  pool_closed: { status: 409, message: msg`This pool no longer takes pledges.` },
  pool_state: { status: 409, message: msg`The pool is not in a state that allows this.` },
  pool_frozen: { status: 409, message: msg`An admin has frozen this pool. Nothing moves until it’s unfrozen.` },
  pool_has_pledges: { status: 409, message: msg`Other fans have pledged, so this can’t be changed anymore.` },
  pool_adult_off: { status: 400, message: msg`This site doesn’t offer adult content.` },
  pool_adult_unfundable: { status: 409, message: msg`You can browse adult pools here, but not back them.` },
  own_request: {
    status: 403,
    message: msg`This pool asks you to make something, so you can’t pledge to it.`,
  },
  not_your_request: { status: 403, message: msg`Only the creator assigned to this pool can do this.` },
  own_pool_only: { status: 403, message: msg`Only the person who started this pool can do this.` },
  creator_suspended: {
    status: 409,
    message: msg`This creator’s account is suspended, so they can’t get new pools or pledges.`,
  },
  payouts_held: { status: 409, message: msg`An admin is holding your payouts.` },
  payouts_not_ready: { status: 409, message: msg`Finish setting up your payouts first.` },
  held_too_long: { status: 409, message: msg`The card processor doesn’t let us hold money that long.` },
  floor_above_goal: { status: 400, message: msg`The floor can’t be higher than the goal.` },
  below_floor: { status: 409, message: msg`The pledges haven’t reached your floor yet.` },
  goal_not_met: { status: 409, message: msg`The goal hasn’t been met yet.` },
  delivery_empty: { status: 400, message: msg`Add at least one file, text or link.` },
  objection_closed: { status: 409, message: msg`You can object only during the quiet period after a delivery.` },
  content_locked: { status: 403, message: msg`Only fans who paid for this pool can see the delivery.` },
  claim_exists: { status: 409, message: msg`A claim to this is already under review.` },
  update_locked: { status: 403, message: msg`Only fans who back this pool can see this update.` },
  comment_deleted: { status: 409, message: msg`This comment was deleted.` },
  // chat
  own_conversation: { status: 400, message: msg`You can’t message yourself.` },
  people_apart: { status: 403, message: msg`You can’t message this person.` },
  not_in_conversation: { status: 403, message: msg`Only the people in this conversation can read it and write in it.` },
  own_message_only: { status: 403, message: msg`Only the person who wrote this message can delete it.` },
  edit_too_late: { status: 409, message: msg`You can edit a message only for 15 minutes after you send it.` },
  too_many_edits: { status: 409, message: msg`You’ve edited this message 20 times, the most allowed.` },
  chat_muted: { status: 403, message: msg`An admin has muted you in this chat.` },
  chat_slow: { status: 429, message: msg`Slow mode is on in this chat. Wait a moment before you write again.` },
  message_filtered: { status: 400, message: msg`This message contains words that aren’t allowed here.` },
  message_deleted: { status: 409, message: msg`The message you’re replying to was deleted.` },
  too_many_rooms: { status: 429, message: msg`You have too many chats open at once. Leave one first.` },
  // reports
  own_report: { status: 400, message: msg`You can’t report your own content.` },
  report_exists: { status: 409, message: msg`You’ve already reported this. An admin will review it.` },
  // law
  takedown_settled: { status: 409, message: msg`This case is closed or already has a counter-notice.` },
  performer_records_required: {
    status: 409,
    message: msg`Add a record for everyone shown, or state that no real person is shown.`,
  },
  performer_records_closed: {
    status: 409,
    message: msg`Adult pools can’t be delivered here until record keeping is set up.`,
  },
  performer_underage: {
    status: 400,
    message: msg`Everyone shown must have been 18 or older on the date of production.`,
  },
  // pledges and payments
  pledge_exists: { status: 409, message: msg`You already have a pledge in this pool. Change its amount instead.` },
  pledge_locked: { status: 409, message: msg`This pledge can no longer be changed.` },
  pledge_state: { status: 409, message: msg`The pledge is not in a state that allows this.` },
  request_key_reused: { status: 422, message: msg`This request key was already used for a different pledge.` },
  no_saved_card: { status: 409, message: msg`You have no saved card. Enter a card to pledge.` },
  receipt_none: { status: 404, message: msg`There’s no receipt because nothing was paid for this pledge.` },
  proof_none: { status: 404, message: msg`There’s no proof because nothing was paid for this pledge.` },
  proof_pending: {
    status: 409,
    message: msg`This payment is newer than the last published root. Try again after the next one, shortly after midnight UTC.`,
  },
  nothing_due: { status: 409, message: msg`No payment is due for this pledge.` },
  creator_not_payable: {
    status: 409,
    message: msg`The creator can’t be paid at the moment. Try again later.`,
  },
  card_processor_unavailable: {
    status: 503,
    message: msg`The card processor isn’t responding. Nothing was charged. Please try again.`,
  },
  webhook_signature: { status: 400, message: msg`This event’s signature is invalid.` },
  checkout_closed: { status: 409, message: msg`This payment page was already used. Go back and start again.` },
} as const satisfies Record<string, { status: number; message: Message }>;

export type ErrorCode = keyof typeof errorTable;

/** An error with a code from the table. `details` may contain field messages. Browser and server share this class. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? textOf(errorTable[code].message));
    this.name = 'AppError';
    this.code = code;
    this.status = details.answer?.status ?? errorTable[code].status;
    this.details = details;
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

export interface ErrorDetails {
  /** Replaces the table's message with a more specific one. */
  message?: string;
  /** Message per field path, for forms. */
  fields?: Record<string, string>;
  retryAfterS?: number;
  /** The admin who acted first, when two admins act on one thing. */
  winner?: Winner;
  /** The values that another tab or device saved, when an edit names an older version. */
  current?: SavedState;
  /** The start of the failed request's id, by which an operator finds the error in the server's log. */
  reference?: string;
  /** The response that a client read. A proxy may have sent a different status and text. */
  answer?: { status: number; statusText: string; text: string };
}

/** Creates the error to throw: `throw appError('pool_closed')`. */
export function appError(code: ErrorCode, details?: ErrorDetails): AppError {
  return new AppError(code, details);
}
