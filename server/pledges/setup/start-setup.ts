import { startCardSetup } from '#server/money/hosted-pages/start-card-setup.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { returnPaths, setupDescriptionOf } from '#server/pledges/charge-terms.ts';
import { subjectOf } from '#server/pledges/pledge-jobs.ts';
import type { PledgeRow, PoolFunding } from '#server/pledges/pledges.sql.ts';
import { processorOf } from '#server/pools/processor-of.ts';

/** Pages that this node is opening, by pledge and amount: concurrent requests for the same terms share one page. */
const openingOf = contextState(() => new Map<string, Promise<string>>());

/** Returns the URL of the hosted page that saves the card of this pledge. Throws `pool_adult_unfundable`. */
export async function startSetup(
  context: MoneyContext,
  pledge: Pick<PledgeRow, 'id' | 'fanId' | 'amountCents'>,
  pool: Pick<PoolFunding, 'title' | 'adult'>,
): Promise<string> {
  const opening = openingOf(context);
  const terms = `${pledge.id} ${pledge.amountCents}`;
  const running = opening.get(terms);
  if (running !== undefined) return running;
  const page = startCardSetup(context, {
    userId: pledge.fanId,
    subject: subjectOf(pledge.id),
    processor: processorOf(context, pool).name,
    description: setupDescriptionOf(pledge, pool),
    ...returnPaths(pledge.id),
  })
    .then(({ url }) => url)
    .finally(() => opening.delete(terms));
  opening.set(terms, page);
  return page;
}
