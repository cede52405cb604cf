import { startCardSetup } from '#server/money/hosted-pages/start-card-setup.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { descriptionOf, returnPaths } from './charge-terms.ts';
import { subjectOf } from './pledge-jobs.ts';
import type { PledgeRow, PoolGround } from './pledges.sql.ts';

/** Pages being opened by this process, so that parallel requests for one pledge share one page. */
const opening = new Map<string, Promise<string>>();

/** The address of the hosted page on which this pledge's card is saved. */
export function startSetup(
  context: MoneyContext,
  pledge: Pick<PledgeRow, 'id' | 'fanId'>,
  pool: Pick<PoolGround, 'title' | 'adult'>,
): Promise<string> {
  const under = opening.get(pledge.id);
  if (under !== undefined) return under;
  const page = startCardSetup(context, {
    userId: pledge.fanId,
    subject: subjectOf(pledge.id),
    description: descriptionOf(pool),
    ...returnPaths(pledge.id),
  })
    .then(({ url }) => url)
    .finally(() => opening.delete(pledge.id));
  opening.set(pledge.id, page);
  return page;
}
