import type { Pool } from '#contract/pools.ts';
import { useData } from '#web/data/query.ts';
import { poolFactsOf } from './pool-facts.ts';
import { moneyTerms } from './pool-page-data.ts';
import { PoolFans } from './pool-page-fans.tsx';
import { PoolDescription, PoolProgress } from './pool-page-progress.tsx';
import { emptiedStatuses } from './pool-page-status.ts';
import { storyOf } from './pool-page-story.tsx';
import { PoolTermsCard } from './pool-page-terms.tsx';
import { PoolTimeline } from './pool-page-timeline.tsx';

/** Nobody can be in these pools, so nobody is missed. */
const noFans = ['in_review', ...emptiedStatuses];

/** What is asked, where it stands, what was agreed, who is in and what has happened. */
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
