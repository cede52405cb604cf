import type { Pool } from '#contract/pools/pools.ts';
import { useData } from '#web/data/query.ts';
import { poolFactsOf } from '#web/pools/pool-facts.ts';
import { moneyTerms } from './pool-page-data.ts';
import { nextWordsOf } from './pool-page-next-step.tsx';

/** The sentence about the money of a pool in its current state. */
export function PoolMoney({ pool }: { pool: Pool }) {
  const { data: terms } = useData(moneyTerms);
  return nextWordsOf(poolFactsOf(pool, terms)).money;
}
