import { type Message, msg, textOf } from '#contract/language/text.ts';
import { AppError, type ErrorCode, type ErrorDetails } from './app-error.ts';
import { browserMessages } from './browser-messages.ts';

/** The message for people of every error of the API. */
export const errorMessages: Record<ErrorCode, Message> = {
  ...browserMessages,
  // general
  age_gate: msg`This is for adults. Confirm that you’re 18 or older first.`,
  cross_origin: msg`This request came from another site and was refused.`,
  method_not_allowed: msg`This URL doesn’t support that method.`,
  request_timeout: msg`This request took too long to arrive. Please try again.`,
  range_not_satisfiable: msg`The requested range is outside the file.`,
  unsupported_media_type: msg`Send JSON (application/json).`,
  insufficient_storage: msg`This site has no space left to store this file. Nothing was saved. Please try again later.`,
  // accounts
  token_invalid: msg`This API token isn’t valid. It may be mistyped, expired or revoked.`,
  token_forbidden: msg`API tokens can’t do this.`,
  too_many_tokens: msg`You have 20 API tokens, the most allowed. Revoke one first.`,
  // admins
  own_account: msg`You can’t do this to your own account. Ask another admin.`,
  own_decision: msg`This is about you. Another admin has to decide it, so make someone an admin if there is none.`,
  approval_waiting: msg`A request about this already waits for a second admin.`,
  last_admin: msg`This is the last active admin. Make someone else an admin first.`,
  // people
  own_block: msg`You can’t block yourself.`,
  backs_private: msg`This person keeps their pledges private.`,
  // creators
  application_open: msg`You already have an application under review.`,
  application_approved: msg`You are already a verified creator.`,
  application_settled: msg`This application has already been decided.`,
  creator_username_taken: msg`A creator with this username already exists.`,
  creator_removed: msg`This creator asked not to be listed here, so they can’t be added.`,
  creator_has_owner: msg`This profile already belongs to its creator.`,
  claim_code_unavailable: msg`This profile doesn’t link to a page where you could place a code. Ask an admin instead.`,
  claim_code_expired: msg`This code is no longer valid. Get a new one.`,
  profile_exists: msg`You already have a creator profile.`,
  request_not_taken: msg`This creator doesn’t take requests like this.`,
  own_follow: msg`You can’t follow yourself.`,
  // media
  image_too_many_pixels: msg`This picture has too many pixels. Make it smaller, then try again.`,
  image_unreadable: msg`We couldn’t read this picture. Try another file.`,
  image_unavailable: msg`This picture can’t be shown.`,
  upload_quota: msg`You’ve used all of your upload space.`,
  upload_incomplete: msg`This upload hasn’t finished yet.`,
  // pools
  pool_closed: msg`This pool no longer takes pledges.`,
  pool_state: msg`The pool is not in a state that allows this.`,
  pool_frozen: msg`An admin has frozen this pool. Nothing moves until it’s unfrozen.`,
  pool_has_pledges: msg`Other fans have pledged, so this can’t be changed anymore.`,
  pool_adult_off: msg`This site doesn’t offer adult content.`,
  pool_adult_unfundable: msg`You can browse adult pools here, but not back them.`,
  own_request: msg`This pool asks you to make something, so you can’t pledge to it.`,
  not_your_request: msg`Only the creator assigned to this pool can do this.`,
  own_pool_only: msg`Only the person who started this pool can do this.`,
  creator_suspended: msg`This creator’s account is suspended, so they can’t get new pools or pledges.`,
  payouts_held: msg`An admin is holding your payouts.`,
  payouts_not_ready: msg`Finish setting up your payouts first.`,
  held_too_long: msg`The card processor doesn’t let us hold money that long.`,
  floor_above_goal: msg`The floor can’t be higher than the goal.`,
  below_floor: msg`The pledges haven’t reached your floor yet.`,
  goal_not_met: msg`The goal hasn’t been met yet.`,
  delivery_empty: msg`Add at least one file, text or link.`,
  objection_closed: msg`You can object only during the quiet period after a delivery.`,
  content_locked: msg`Only fans who paid for this pool can see the delivery.`,
  claim_exists: msg`A claim to this is already under review.`,
  update_locked: msg`Only fans who back this pool can see this update.`,
  comment_deleted: msg`This comment was deleted.`,
  // chat
  own_conversation: msg`You can’t message yourself.`,
  people_apart: msg`You can’t message this person.`,
  not_in_conversation: msg`Only the people in this conversation can read it and write in it.`,
  own_message_only: msg`Only the person who wrote this message can delete it.`,
  edit_too_late: msg`You can edit a message only for 15 minutes after you send it.`,
  too_many_edits: msg`You’ve edited this message 20 times, the most allowed.`,
  chat_muted: msg`An admin has muted you in this chat.`,
  chat_slow: msg`Slow mode is on in this chat. Wait a moment before you write again.`,
  message_filtered: msg`This message contains words that aren’t allowed here.`,
  message_deleted: msg`The message you’re replying to was deleted.`,
  too_many_rooms: msg`You have too many chats open at once. Leave one first.`,
  // overlays
  too_many_overlays: msg`You have 10 overlays, the most allowed. Delete one first.`,
  // reports
  own_report: msg`You can’t report your own content.`,
  report_exists: msg`You’ve already reported this. An admin will review it.`,
  // law
  takedown_settled: msg`This case is closed or already has a counter-notice.`,
  performer_records_required: msg`Add a record for everyone shown, or state that no real person is shown.`,
  performer_records_closed: msg`Adult pools can’t be delivered here until record keeping is set up.`,
  performer_underage: msg`Everyone shown must have been 18 or older on the date of production.`,
  // pledges and payments
  pledge_exists: msg`You already have a pledge in this pool. Change its amount instead.`,
  pledge_locked: msg`This pledge can no longer be changed.`,
  pledge_state: msg`The pledge is not in a state that allows this.`,
  request_key_reused: msg`This request key was already used for a different pledge.`,
  no_saved_card: msg`You have no saved card. Enter a card to pledge.`,
  receipt_none: msg`There’s no receipt because nothing was paid for this pledge.`,
  proof_none: msg`There’s no proof because nothing was paid for this pledge.`,
  proof_pending: msg`This payment is newer than the last published root. Try again after the next one, shortly after midnight UTC.`,
  nothing_due: msg`No payment is due for this pledge.`,
  creator_not_payable: msg`The creator can’t be paid at the moment. Try again later.`,
  card_processor_unavailable: msg`The card processor isn’t responding. Nothing was charged. Please try again.`,
  webhook_signature: msg`This event’s signature is invalid.`,
  checkout_closed: msg`This payment page was already used. Go back and start again.`,
};

/** More specific texts than the usual one. They are functions, because each language renders them again. */
interface Refusal extends Omit<ErrorDetails, 'fields'> {
  message?: (() => string | undefined) | undefined;
  /** Message per field path, for forms. */
  fields?: Readonly<Record<string, () => string>>;
}

/** Creates the error to throw: `throw appError('pool_closed')`. `message` replaces the usual one with a more specific one. */
export function appError(code: ErrorCode, { message, fields, ...details }: Refusal = {}): AppError {
  const texts = () => ({
    message: message?.() ?? textOf(errorMessages[code]),
    ...(fields ? { fields: Object.fromEntries(Object.entries(fields).map(([path, text]) => [path, text()])) } : {}),
  });
  return new AppError(code, { ...details, ...texts() }, texts);
}
