import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { PledgeView } from '#contract/pledges/pledge-view.ts';
import { lookUpSubject } from '#server/money/look-up-subject.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { replacementOf, subjectOf } from './pledge-jobs.ts';
import { showPledge, type Viewer } from './show-pledge.ts';

/** Statuses that may change at the processor before its webhook arrives. */
const unsettled: readonly PledgeStatus[] = ['setup_pending', 'charging', 'notified', 'refund_pending'];

/** Returns one of the fan's pledges. Pages poll this operation while they wait, so a lost webhook does not block them. */
export async function getPledge(context: MoneyContext, viewer: Viewer, pledgeId: string): Promise<PledgeView> {
  const known = await showPledge(context, viewer, pledgeId);
  // A pledged fan may come back from the page that replaces the card.
  const subject = known.status === 'pledged' ? replacementOf(pledgeId) : subjectOf(pledgeId);
  if (known.status !== 'pledged' && !unsettled.includes(known.status)) return known;
  await lookUpSubject(context, subject);
  return showPledge(context, viewer, pledgeId);
}
