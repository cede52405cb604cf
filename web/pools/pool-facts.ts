import type { Pool } from '#contract/pools/pools.ts';
import type { MoneyTerms } from '#web/pools/page/pool-page-data.ts';
import { durationText } from '#web/ui/time-left.tsx';
import { requestedCreatorName } from './pool-query.ts';

/** The values that the texts about a pool's state use. */
export interface PoolFacts {
  pool: Pool;
  /** "Odd Harbour", or "a creator" when the pool names none. */
  who: string;
  /** A creator who can accept or decline is assigned. */
  assigned: boolean;
  /** "7 days" */
  responseWindow: string;
  paymentWindow: string;
  quietPeriod: string;
}

export function poolFactsOf(pool: Pool, terms: MoneyTerms | undefined): PoolFacts {
  const windowOf = (lengthMs: number | undefined) => (lengthMs ? durationText(lengthMs) : 'a few days');
  return {
    pool,
    who: requestedCreatorName(pool) ?? 'a creator',
    assigned: pool.assignedCreator !== null,
    responseWindow: windowOf(terms?.responseWindowMs),
    paymentWindow: windowOf(terms?.paymentWindowMs),
    quietPeriod: windowOf(terms?.quietPeriodMs),
  };
}
