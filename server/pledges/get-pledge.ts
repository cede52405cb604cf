import type { PledgeStatus, PledgeView } from '#contract/pledge-view.ts';
import { lookUpSubject } from '#server/money/look-up-subject.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { subjectOf } from './pledge-jobs.ts';
import { showPledge, type Viewer } from './show-pledge.ts';

/** Something may have happened at the processor that nobody told us yet. */
const unsettled: readonly PledgeStatus[] = ['setup_pending', 'charging', 'notified', 'refund_pending'];

/** One of the fan's pledges. Pages that wait for the processor poll this, so that they do not depend on its webhooks. */
export async function getPledge(context: MoneyContext, viewer: Viewer, pledgeId: string): Promise<PledgeView> {
  const known = await showPledge(context, viewer, pledgeId);
  if (!unsettled.includes(known.status)) return known;
  await lookUpSubject(context, subjectOf(pledgeId));
  return showPledge(context, viewer, pledgeId);
}
