import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';

const settled: readonly PledgeStatus[] = ['paid', 'disputed', 'dispute_lost', 'refund_pending'];
const live: readonly PledgeStatus[] = ['setup_pending', 'pledged', 'charging', 'notified'];

/** Whether a pledge is in progress or its money is still held. The pool page then shows it instead of the form. */
export const isCurrentPledge = (status: PledgeStatus) => live.includes(status) || settled.includes(status);
