import type { Pool } from '#contract/pools/pools.ts';
import { useData } from '#web/data/query.ts';
import { poolFactsOf } from '#web/pools/pool-facts.ts';
import { Translatable } from '#web/translations/translatable.tsx';
import { moneyTerms } from './pool-page-data.ts';
import { PoolDescription, PoolProgress } from './pool-page-progress.tsx';
import { storyOf } from './pool-page-steps.tsx';
import { PoolTermsCard } from './pool-page-terms.tsx';

/** The Story tab: the description, the progress and the terms of a pool. */
export function PoolStory({ pool }: { pool: Pool }) {
  const { data: terms } = useData(moneyTerms);
  return (
    <div className="flex flex-col gap-8">
      <Translatable kind="pool" id={pool.id} text={pool.description} language={pool.language}>
        {(text) => <PoolDescription text={text} />}
      </Translatable>
      <PoolProgress story={storyOf(poolFactsOf(pool, terms))} />
      <PoolTermsCard pool={pool} />
    </div>
  );
}
