/** Every error of the API: its code, HTTP status and message for people. */
export const errorTable = {
  // general
  validation_failed: { status: 400, message: 'Some fields need another look.' },
  not_signed_in: { status: 401, message: 'Must be logged in' },
  forbidden: { status: 403, message: 'You do not have the rights to do this.' },
  suspended: { status: 403, message: 'This account is suspended: it can sign in, read and export, nothing else.' },
  age_gate: { status: 403, message: 'This is for adults. Confirm that you are at least 18 first.' },
  cross_origin: { status: 403, message: 'This request came from another site and was refused.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  method_not_allowed: { status: 405, message: 'This address does not take that method.' },
  conflict: { status: 409, message: 'This changed in the meantime. Reload and try again.' },
  range_not_satisfiable: { status: 416, message: 'The file has no such part.' },
  payload_too_large: { status: 413, message: 'This is too large.' },
  unsupported_media_type: { status: 415, message: 'Send JSON (application/json).' },
  rate_limited: { status: 429, message: 'Too many tries. Wait a little and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Please try again.' },
  unavailable: { status: 503, message: 'Fanfare is busy or restarting. Please try again in a moment.' },
  insufficient_storage: {
    status: 507,
    message: 'This site has no space left to store this file. Nothing was saved. Please try again later.',
  },
  // accounts
  bad_credentials: {
    status: 401,
    message: 'Invalid username or password. Please check your credentials and try again.',
  },
  email_taken: {
    status: 400,
    message: 'This email is already registered. Please use a different email or try logging in.',
  },
  username_taken: { status: 400, message: 'This username is already taken. Please choose a different username.' },
  wrong_password: { status: 400, message: 'The current password is not right.' },
  sign_in_again: { status: 403, message: 'Enter your password, or sign in again, to do this.' },
  account_in_use: { status: 409, message: 'This account cannot be deleted while money is held for it or due to it.' },
  notice_required: { status: 409, message: 'These messages are about your money: they always reach you.' },
  link_invalid: { status: 400, message: 'This link is no longer valid. Ask for a new one.' },
  google_not_set_up: { status: 404, message: 'This site has not set up Google sign-in.' },
  google_failed: { status: 400, message: 'Google sign-in did not complete. Please try again.' },
  google_other_account: {
    status: 409,
    message: 'The account with this email is linked to a different Google account. Nothing was changed.',
  },
  // admins
  own_account: { status: 403, message: 'You cannot do this to your own account. Ask another admin.' },
  last_admin: { status: 409, message: 'This is the last active admin. Make someone else an admin first.' },
  // people
  own_block: { status: 400, message: 'You cannot block yourself.' },
  backs_private: { status: 403, message: 'This person keeps what they back to themselves.' },
  // creators
  application_open: { status: 409, message: 'You already have an application under review.' },
  application_approved: { status: 409, message: 'You are already a verified creator.' },
  application_settled: { status: 409, message: 'This application has already been decided.' },
  creator_username_taken: { status: 409, message: 'A creator with this username already exists.' },
  creator_removed: { status: 409, message: 'This creator asked not to be listed here. They cannot be added.' },
  creator_has_owner: { status: 409, message: 'This profile already belongs to its creator.' },
  claim_code_unavailable: {
    status: 409,
    message: 'This profile has no page that could show a code. Ask an admin instead.',
  },
  claim_code_expired: { status: 409, message: 'This code is no longer valid. Get a new one.' },
  profile_exists: { status: 409, message: 'You already have a creator profile.' },
  request_not_taken: { status: 409, message: 'This creator does not take such requests.' },
  own_follow: { status: 400, message: 'You cannot follow yourself.' },
  // media
  image_too_large: { status: 413, message: 'File size must be less than 5MB' },
  image_type: { status: 415, message: 'Only PNG, JPG, and WebP files are allowed' },
  image_unreadable: { status: 400, message: 'This picture could not be read. Try another file.' },
  image_unavailable: { status: 404, message: 'This picture cannot be shown.' },
  upload_quota: { status: 507, message: 'You have used all the room you have for uploads.' },
  upload_incomplete: { status: 409, message: 'This upload is not finished yet.' },
  // pools
  pool_closed: { status: 409, message: 'This pool no longer takes pledges.' },
  pool_state: { status: 409, message: 'The pool is not in a state that allows this.' },
  pool_frozen: { status: 409, message: 'This pool is frozen by an admin. Nothing moves until it is released.' },
  pool_has_pledges: { status: 409, message: 'Others have pledged: this can no longer be changed.' },
  pool_adult_off: { status: 400, message: 'Adult content is not offered here.' },
  pool_adult_unfundable: { status: 409, message: 'Adult pools can be browsed here but not funded.' },
  not_your_request: { status: 403, message: 'Only the creator this pool is assigned to can do this.' },
  own_pool_only: { status: 403, message: 'Only the person who started this pool can do this.' },
  payouts_not_ready: { status: 409, message: 'Set up your payouts before accepting a pool.' },
  floor_above_goal: { status: 400, message: 'The floor cannot be above the goal.' },
  below_floor: { status: 409, message: 'The pledges have not reached your floor yet.' },
  goal_not_met: { status: 409, message: 'The goal has not been met yet.' },
  delivery_empty: { status: 400, message: 'Add at least one file, text or link.' },
  objection_closed: { status: 409, message: 'Objections are taken only during the quiet period after delivery.' },
  content_locked: { status: 403, message: 'Only people who paid for this pool can see what was delivered.' },
  claim_exists: { status: 409, message: 'There is already an open claim for this.' },
  comment_deleted: { status: 409, message: 'This comment was deleted.' },
  // chat
  own_conversation: { status: 400, message: 'You cannot write to yourself.' },
  people_apart: { status: 403, message: 'You cannot write to this person.' },
  not_in_conversation: { status: 403, message: 'Only the people in this conversation can read it and write in it.' },
  own_message_only: { status: 403, message: 'Only the person who wrote this message can delete it.' },
  chat_muted: { status: 403, message: 'An admin has muted you in this chat.' },
  chat_slow: { status: 429, message: 'Slow mode is on in this chat. Wait a little before you write again.' },
  message_filtered: { status: 400, message: 'This message has words in it that are not welcome here.' },
  message_deleted: { status: 409, message: 'The message that this answers was deleted.' },
  too_many_rooms: { status: 429, message: 'You are in too many chats at once. Leave one first.' },
  // reports
  own_report: { status: 400, message: 'This is your own: you cannot report it.' },
  report_exists: { status: 409, message: 'You have already reported this. An admin will look at it.' },
  // law
  takedown_settled: { status: 409, message: 'This case is settled or already answered.' },
  performer_records_required: {
    status: 409,
    message: 'Add a record for everyone shown, or state that no real person is shown.',
  },
  performer_records_closed: {
    status: 409,
    message: 'Adult pools cannot be delivered here until record keeping is set up.',
  },
  performer_underage: { status: 400, message: 'Everyone shown must have been 18 or older on the date of production.' },
  // pledges and payments
  pledge_exists: { status: 409, message: 'You already have a pledge in this pool. Change its amount instead.' },
  pledge_locked: { status: 409, message: 'This pledge can no longer be changed.' },
  pledge_state: { status: 409, message: 'The pledge is not in a state that allows this.' },
  request_key_reused: { status: 422, message: 'This request key was already used for a different pledge.' },
  no_saved_card: { status: 409, message: 'You have no saved card. Enter a card to pledge.' },
  receipt_none: { status: 404, message: 'There is no receipt: nothing was paid for this pledge.' },
  proof_none: { status: 404, message: 'There is nothing to prove: nothing was paid for this pledge.' },
  proof_pending: {
    status: 409,
    message:
      'This payment is newer than the last published root. Try again after the next one, shortly after midnight UTC.',
  },
  nothing_due: { status: 409, message: 'Nothing is due for this pledge.' },
  card_processor_unavailable: {
    status: 503,
    message: 'The card processor does not answer. Nothing was charged. Please try again.',
  },
  webhook_signature: { status: 400, message: 'The signature of this event is not valid.' },
  checkout_closed: { status: 409, message: 'This payment page was already used. Go back and start again.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorTable;

/** An error with a code from the table. `details` may contain field messages. Browser and server share this class. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.message ?? errorTable[code].message);
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

export interface ErrorDetails {
  /** Replaces the table's message with a more specific one. */
  message?: string;
  /** Message per field path, for forms. */
  fields?: Record<string, string>;
  retryAfterS?: number;
  /** The admin who acted first, when two admins act on one thing. */
  winner?: Winner;
  /** The response that a client read. A proxy may have sent a different status and text. */
  answer?: { status: number; statusText: string; words: string };
}

/** Creates the error to throw: `throw appError('pool_closed')`. */
export function appError(code: ErrorCode, details?: ErrorDetails): AppError {
  return new AppError(code, details);
}
