import { appError } from '#contract/errors.ts';
import { paymentPath } from '#contract/paths.ts';
import { startCardSetup } from '#server/money/hosted-pages/start-card-setup.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { processorOf } from '#server/pools/processor-of.ts';
import { setupDescriptionOf } from './hosted-pages.ts';
import { replacementOf } from './pledge-jobs.ts';
import { findPledge } from './pledges.sql.ts';
import { mayReplaceCard } from './policy.ts';
import { findPoolFunding } from './pool-funding.sql.ts';
import type { Viewer } from './show-pledge.ts';

/**
 * Returns the URL of the hosted page that saves a new card for a pledge that is not collected yet. The pledge keeps its card until the
 * new one is saved. Throws `not_found`, `pledge_locked`, `pool_adult_unfundable`,
 * `card_processor_unavailable`, `rate_limited`.
 */
export async function replacePledgeCard(
  context: MoneyContext,
  { userId }: Pick<Viewer, 'userId'>,
  pledgeId: string,
): Promise<{ url: string }> {
  const pledge = await findPledge(context.db.sql, pledgeId);
  const pool = pledge && (await findPoolFunding(context.db.sql, pledge.poolId));
  if (!pledge || !pool || pledge.fanId !== userId) throw appError('not_found');
  if (!mayReplaceCard(pledge)) throw appError('pledge_locked');
  const { url } = await startCardSetup(context, {
    userId,
    subject: replacementOf(pledge.id),
    processor: processorOf(context, pool).name,
    description: setupDescriptionOf(pledge, pool),
    successPath: paymentPath(pledge.id),
    cancelPath: paymentPath(pledge.id),
  });
  return { url };
}
