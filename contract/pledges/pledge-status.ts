export const pledgeStatuses = [
  'setup_pending',
  'pledged',
  'charging',
  'notified',
  'paid',
  'withdrawn',
  'released',
  'dropped',
  'refund_pending',
  'refunded',
  'disputed',
  'dispute_lost',
] as const;
export type PledgeStatus = (typeof pledgeStatuses)[number];

/** A fan has at most one pledge with a live status per pool. See `countedPledgeStatuses` for the pledged amount. */
export const livePledgeStatuses: readonly PledgeStatus[] = ['setup_pending', 'pledged', 'charging', 'notified', 'paid'];
/** Statuses that count toward the pledged amount: verified and not refunded. */
export const countedPledgeStatuses: readonly PledgeStatus[] = ['pledged', 'charging', 'notified', 'paid'];
/** Pledges that a creator's list of contributors leaves out: without a card yet, or given up before a charge. */
export const unlistedPledgeStatuses: readonly PledgeStatus[] = ['setup_pending', 'withdrawn', 'released'];

const settled: readonly PledgeStatus[] = ['paid', 'disputed', 'dispute_lost', 'refund_pending'];
const live: readonly PledgeStatus[] = ['setup_pending', 'pledged', 'charging', 'notified'];

/** Whether a pledge is in progress or its money is still held. The pool page then shows it instead of the form. */
export const isCurrentPledge = (status: PledgeStatus) => live.includes(status) || settled.includes(status);
