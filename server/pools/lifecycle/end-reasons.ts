/** The standard reasons with which the lifecycle ends a pool. */
export const endReasons = {
  declined: 'The creator declined.',
  gaveUp: 'The creator gave up. Everyone who paid is refunded.',
  expired: 'The goal was not met by the deadline. No card was charged.',
  lapsed: 'The creator did not answer in time. No card was charged.',
  lapsedUnassigned: 'No creator took on this pool by its deadline. No card was charged.',
  unpayable: 'The creator’s payout account was not ready in time. No card was charged.',
  creatorSuspended: 'The creator was not available in time. No card was charged.',
  shortfall: 'Too little was paid, and the creator chose not to go ahead. Everyone who paid is refunded.',
  undelivered: 'Nothing was delivered in time. Everyone who paid is refunded.',
  objection: 'An objection to the delivery was upheld. Everyone who paid is refunded.',
  takenDown: 'The delivery was taken down after a copyright notice. Everyone who paid is refunded.',
  cancelled: 'The pool was canceled.',
  frozenTooLong: 'The pool was frozen for too long. Everyone who paid is refunded.',
  frozenUncharged: 'The pool was frozen for too long. No card was charged.',
  notReviewed: 'The delivery was not reviewed in time. Everyone who paid is refunded.',
  heldTooLong: 'The payout was held for too long. Everyone who paid is refunded.',
  removed: 'The pool was removed by an admin.',
} as const;
/** Why a pool below its goal does not end at its funding deadline. */
export const answersBelowGoal =
  'The pool is below its goal again. The creator can still accept the current amount, and fans can still pledge.';
export type EndReason = keyof typeof endReasons;

/** Earlier wordings, which pools that ended before still store. */
const formerEndReasons: readonly string[] = [
  'No creator took this pool by its deadline. No card was charged.',
  'Too little was paid and the creator did not go ahead with it. Everyone who paid is refunded.',
  'The pool was cancelled.',
];

/** Whether this is a standard reason of the lifecycle instead of one given by a person. */
export function isLifecycleReason(reason: string): boolean {
  return [...Object.values<string>(endReasons), ...formerEndReasons].includes(reason);
}
