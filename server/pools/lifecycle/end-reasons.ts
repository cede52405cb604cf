import { inEnglish, msg } from '#contract/language/text.ts';
/** The standard reasons with which the lifecycle ends a pool. They are stored in English. */
export const endReasons = {
  declined: inEnglish(msg`The creator declined.`),
  gaveUp: inEnglish(msg`The creator gave up. Everyone who paid is refunded.`),
  expired: inEnglish(msg`The goal was not met by the deadline. No card was charged.`),
  lapsed: inEnglish(msg`The creator did not answer in time. No card was charged.`),
  lapsedUnassigned: inEnglish(msg`No creator took on this pool by its deadline. No card was charged.`),
  unpayable: inEnglish(msg`The creator’s payout account was not ready in time. No card was charged.`),
  creatorSuspended: inEnglish(msg`The creator was not available in time. No card was charged.`),
  shortfall: inEnglish(msg`Too little was paid, and the creator chose not to go ahead. Everyone who paid is refunded.`),
  undelivered: inEnglish(msg`Nothing was delivered in time. Everyone who paid is refunded.`),
  objection: inEnglish(msg`An objection to the delivery was upheld. Everyone who paid is refunded.`),
  takenDown: inEnglish(msg`The delivery was taken down after a copyright notice. Everyone who paid is refunded.`),
  cancelled: inEnglish(msg`The pool was canceled.`),
  frozenTooLong: inEnglish(msg`The pool was frozen for too long. Everyone who paid is refunded.`),
  frozenUncharged: inEnglish(msg`The pool was frozen for too long. No card was charged.`),
  notReviewed: inEnglish(msg`The delivery was not reviewed in time. Everyone who paid is refunded.`),
  heldTooLong: inEnglish(msg`The payout was held for too long. Everyone who paid is refunded.`),
  removed: inEnglish(msg`The pool was removed by an admin.`),
} as const;
/** Why a pool below its goal does not end at its funding deadline. */
export const answersBelowGoal = inEnglish(
  msg`The pool is below its goal again. The creator can still accept the current amount, and fans can still pledge.`,
);
export type EndReason = keyof typeof endReasons;

/** Earlier wordings, which pools that ended before still store. */
const formerEndReasons: readonly string[] = [
  inEnglish(msg`No creator took this pool by its deadline. No card was charged.`),
  inEnglish(msg`Too little was paid and the creator did not go ahead with it. Everyone who paid is refunded.`),
  inEnglish(msg`The pool was cancelled.`),
];

/** Whether this is a standard reason of the lifecycle instead of one given by a person. */
export function isLifecycleReason(reason: string): boolean {
  return [...Object.values<string>(endReasons), ...formerEndReasons].includes(reason);
}
