import { AppError } from '#contract/app-error.ts';
import { inEnglish, msg } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoneyExact } from '#contract/values/money.ts';
import { startCardSetup } from '#server/money/hosted-pages/start-card-setup.ts';
import { startHostedPayment } from '#server/money/hosted-pages/start-hosted-payment.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { processorOf } from '#server/pools/processor-of.ts';
import { chargeTerms } from './charge-terms.ts';
import { subjectOf } from './pledge-jobs.ts';
import { findPledge, type PledgeRow } from './pledges.sql.ts';
import type { PoolFunding } from './pool-funding.sql.ts';

type Pledge = Pick<PledgeRow, 'id' | 'fanId' | 'amountCents'>;
type Pool = Pick<PoolFunding, 'id' | 'title' | 'adult'>;

/** Pages that this node is opening, by pledge and amount: concurrent requests for the same terms share one page. */
const openingOf = contextState(() => new Map<string, Promise<string>>());

/** Returns the URL of the hosted page that saves the card of this pledge. Throws `pool_adult_unfundable`. */
export async function openSetupPage(context: MoneyContext, pledge: Pledge, pool: Pool): Promise<string> {
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

/** Returns the URL of the hosted page that takes the payment; undefined if the pledge is already paid. */
export async function openPaymentPage(context: MoneyContext, pledge: Pledge, pool: Pool): Promise<string | undefined> {
  try {
    const { url } = await startHostedPayment(context, {
      ...chargeTerms(context, pledge, pool),
      ...returnPaths(pledge.id),
    });
    return url;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'nothing_due')) throw error;
    const now = await findPledge(context.db.sql, pledge.id);
    if (now?.status === 'paid') return undefined;
    throw error;
  }
}

/** The description on the card-saving page. That page shows no charge, so the text names the amount of the pledge. */
export function setupDescriptionOf({ amountCents }: Pick<Pledge, 'amountCents'>, pool: Omit<Pool, 'id'>): string {
  const amount = formatMoneyExact(amountCents);
  return inEnglish(
    pool.adult ? msg`Your pledge of ${{ amount }}` : msg`Your pledge of ${{ amount }} for "${{ title: pool.title }}"`,
  );
}

/** The paths to which the hosted page returns the fan. Both pages show the stored status and change nothing. */
function returnPaths(pledgeId: string) {
  return {
    successPath: `${paths.paymentSuccess}?pledge=${pledgeId}`,
    cancelPath: `${paths.paymentDeclined}?pledge=${pledgeId}`,
  };
}
