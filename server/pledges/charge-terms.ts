import { paths } from '#contract/paths.ts';
import { subjectOf } from './pledge-jobs.ts';
import type { PledgeRow, PoolFunding } from './pledges.sql.ts';

/** What money is told about a pledge, whichever way it is paid. */
export function chargeTerms(
  pledge: Pick<PledgeRow, 'id' | 'fanId' | 'amountCents'>,
  pool: Pick<PoolFunding, 'id' | 'title' | 'adult'>,
) {
  return {
    subject: subjectOf(pledge.id),
    userId: pledge.fanId,
    amountCents: pledge.amountCents,
    heldAccount: `held:${pool.id}` as const,
    description: descriptionOf(pool),
  };
}

/** What the hosted page says it is for. A statement is read by others too: adult pools are not named. */
export function descriptionOf(pool: Pick<PoolFunding, 'title' | 'adult'>): string {
  return pool.adult ? 'Your pledge' : `Your pledge for "${pool.title}"`;
}

/** Where the hosted page sends the fan back; both pages only show what the server knows. */
export function returnPaths(pledgeId: string) {
  return {
    successPath: `${paths.paymentSuccess}?pledge=${pledgeId}`,
    cancelPath: `${paths.paymentDeclined}?pledge=${pledgeId}`,
  };
}
