import { type Text, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { forTime, withinTime } from '#contract/values/time-phrases.ts';
import type { MoneyTerms } from '#web/pools/page/pool-page-data.ts';
import { durationText } from '#web/ui/time-left.tsx';
import { requestedCreatorName } from './pool-query.ts';

/** The values that the texts about a pool's state use. */
export interface PoolFacts {
  pool: Pool;
  /** The creator's name; null if the pool asks any creator. */
  name: Text | null;
  /** The same for the texts of a pool that has a creator. */
  creator: Text;
  /** A creator who can accept or decline is assigned. */
  assigned: boolean;
  /** "7 days" */
  responseWindow: Text;
  /** "within 7 days" */
  withinResponse: Text;
  paymentWindow: Text;
  /** "for 7 days" */
  forQuietPeriod: Text;
}

export function poolFactsOf(pool: Pool, terms: MoneyTerms | undefined): PoolFacts {
  const windowOf = (lengthMs: number | undefined) => (lengthMs ? durationText(lengthMs) : t`a few days`);
  const name = requestedCreatorName(pool);
  return {
    pool,
    name,
    creator: name ?? t({ message: 'The creator', context: 'in place of a name, at the start of a sentence' }),
    assigned: pool.assignedCreator !== null,
    responseWindow: windowOf(terms?.responseWindowMs),
    withinResponse: terms?.responseWindowMs ? withinTime(terms.responseWindowMs) : t`within a few days`,
    paymentWindow: windowOf(terms?.paymentWindowMs),
    forQuietPeriod: terms?.quietPeriodMs ? forTime(terms.quietPeriodMs) : t`for a few days`,
  };
}
