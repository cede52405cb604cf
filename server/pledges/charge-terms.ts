import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { processorOf } from '#server/pools/processor-of.ts';
import { subjectOf } from './pledge-jobs.ts';
import type { PledgeRow, PoolFunding } from './pledges.sql.ts';

/** The terms of a charge for a pledge, the same for every way to pay. Throws `pool_adult_unfundable`. */
export function chargeTerms(
  context: MoneyContext,
  pledge: Pick<PledgeRow, 'id' | 'fanId' | 'amountCents'>,
  pool: Pick<PoolFunding, 'id' | 'title' | 'adult'>,
) {
  return {
    subject: subjectOf(pledge.id),
    userId: pledge.fanId,
    processor: processorOf(context, pool).name,
    amountCents: pledge.amountCents,
    heldAccount: `held:${pool.id}` as const,
    description: descriptionOf(pool),
  };
}

/** The description on the hosted page. Other people may read a card statement, so it does not name adult pools. */
export function descriptionOf(pool: Pick<PoolFunding, 'title' | 'adult'>): string {
  return pool.adult ? 'Your pledge' : `Your pledge for "${pool.title}"`;
}

/** The description on the card-saving page. That page shows no charge, so the text names the amount of the pledge. */
export function setupDescriptionOf(
  { amountCents }: Pick<PledgeRow, 'amountCents'>,
  pool: Pick<PoolFunding, 'title' | 'adult'>,
): string {
  const pledge = `Your pledge of ${formatMoneyExact(amountCents)}`;
  return pool.adult ? pledge : `${pledge} for "${pool.title}"`;
}

/** The paths to which the hosted page returns the fan. Both pages show the stored status and change nothing. */
export function returnPaths(pledgeId: string) {
  return {
    successPath: `${paths.paymentSuccess}?pledge=${pledgeId}`,
    cancelPath: `${paths.paymentDeclined}?pledge=${pledgeId}`,
  };
}
