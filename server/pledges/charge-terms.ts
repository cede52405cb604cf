import { inEnglish, msg } from '#contract/language/text.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { processorOf } from '#server/pools/processor-of.ts';
import { subjectOf } from './pledge-jobs.ts';
import type { PledgeRow } from './pledges.sql.ts';
import type { PoolFunding } from './pool-funding.sql.ts';

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

/**
 * The description on the hosted page, in English, because every try must send the same. Other people may read a card statement, so it does
 * not name adult pools.
 */
export function descriptionOf(pool: Pick<PoolFunding, 'title' | 'adult'>): string {
  return inEnglish(pool.adult ? msg`Your pledge` : msg`Your pledge for "${{ title: pool.title }}"`);
}
