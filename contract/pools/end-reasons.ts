import { knownText } from '#contract/language/known-text.ts';
import { type Message, msg, type Text } from '#contract/language/text.ts';

/** The standard reasons with which the lifecycle ends a pool. The server stores them in English; `reasonText` translates them. */
export const endReasonMessages = {
  declined: msg`The creator declined.`,
  gaveUp: msg`The creator gave up. Everyone who paid is refunded.`,
  expired: msg`The goal was not met by the deadline. No card was charged.`,
  lapsed: msg`The creator did not answer in time. No card was charged.`,
  lapsedUnassigned: msg`No creator took on this pool by its deadline. No card was charged.`,
  unpayable: msg`The creator’s payout account was not ready in time. No card was charged.`,
  creatorSuspended: msg`The creator was not available in time. No card was charged.`,
  shortfall: msg`Too little was paid, and the creator chose not to go ahead. Everyone who paid is refunded.`,
  undelivered: msg`Nothing was delivered in time. Everyone who paid is refunded.`,
  objection: msg`An objection to the delivery was upheld. Everyone who paid is refunded.`,
  takenDown: msg`The delivery was taken down after a copyright notice. Everyone who paid is refunded.`,
  cancelled: msg`The pool was canceled.`,
  frozenTooLong: msg`The pool was frozen for too long. Everyone who paid is refunded.`,
  frozenUncharged: msg`The pool was frozen for too long. No card was charged.`,
  notReviewed: msg`The delivery was not reviewed in time. Everyone who paid is refunded.`,
  heldTooLong: msg`The payout was held for too long. Everyone who paid is refunded.`,
  removed: msg`The pool was removed by an admin.`,
} as const satisfies Record<string, Message>;
export type EndReason = keyof typeof endReasonMessages;

/** Earlier wordings, which pools that ended before still store. */
export const formerEndReasons: readonly Message[] = [
  msg`No creator took this pool by its deadline. No card was charged.`,
  msg`Too little was paid and the creator did not go ahead with it. Everyone who paid is refunded.`,
  msg`The pool was cancelled.`,
];

/** Reasons that the server gives in place of a person. */
export const givenReasons = {
  belowGoal: msg`The pool is below its goal again. The creator can still accept the current amount, and fans can still pledge.`,
  creatorLeft: msg`The creator is no longer here.`,
  ownerLeft: msg`The person who started it is no longer here.`,
  materialDisabled: msg`The material of this pool stays disabled after a copyright notice.`,
} as const satisfies Record<string, Message>;

/** A stored reason in the reader's language if the server wrote it; what a person wrote stays as it is. */
export function reasonText(reason: string): Text {
  const known = [...Object.values<Message>(endReasonMessages), ...Object.values(givenReasons), ...formerEndReasons];
  return knownText(reason, known);
}
