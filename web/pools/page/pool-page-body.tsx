import type { Pool } from '#contract/pools.ts';
import { useData } from '#web/data/query.ts';
import { poolFactsOf } from '#web/pools/pool-facts.ts';
import { moneyTerms } from './pool-page-data.ts';
import { PoolFans } from './pool-page-fans.tsx';
import { PoolDescription, PoolProgress } from './pool-page-progress.tsx';
import { emptiedStatuses } from './pool-page-status.ts';
import { storyOf } from './pool-page-steps.tsx';
import { PoolTermsCard } from './pool-page-terms.tsx';
import { PoolTimeline } from './pool-page-timeline.tsx';

/** Pools in these states cannot have fans, so an empty list of fans is not shown. */
const noFans = ['in_review', ...emptiedStatuses];

/** The description, progress, terms, fans and timeline of a pool. */
export function PoolPageBody({ pool }: { pool: Pool }) {
  const { data: terms } = useData(moneyTerms);
  return (
    <div className="flex flex-col gap-8">
      <PoolDescription text={pool.description} />
      <PoolProgress story={storyOf(poolFactsOf(pool, terms))} />
      <PoolTermsCard pool={pool} />
      {pool.fanCount === 0 && noFans.includes(pool.status) ? null : <PoolFans pool={pool} />}
      <PoolTimeline pool={pool} />
    </div>
  );
}
