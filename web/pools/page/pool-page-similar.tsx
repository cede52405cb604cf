import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { PoolGrid, PoolGridSkeleton } from '#web/pools/pool-grid.tsx';
import { useSimilarPools } from '#web/pools/similar-pools.ts';
import { useLivePools } from '#web/pools/use-live-pools.ts';
import { TextLink } from '#web/ui/link.tsx';

/** After a pool has ended: pools that take pledges now. */
export function SimilarPools({ pool }: { pool: Pool }) {
  const pools = useSimilarPools(pool);
  useLivePools(pools?.map(({ id }) => id) ?? []);
  const category = pool.categories[0]?.category;
  if (pools?.length === 0) return null;
  return (
    <section aria-labelledby="similar-title">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="similar-title">{t`Pools like this one`}</h2>
        {category ? (
          <TextLink to={`${paths.feed}?categories=${encodeURIComponent(category.name)}`}>
            {t`See all in ${{ category: categoryText(category.name) }}`}
          </TextLink>
        ) : null}
      </div>
      {pools ? <PoolGrid pools={pools} fill /> : <PoolGridSkeleton count={2} />}
    </section>
  );
}
