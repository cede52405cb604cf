import { type Text, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import type { PoolCard } from '#contract/pools/pools.ts';
import { useData } from '#web/data/query.ts';
import { type FeedFilter, feedPage } from './feed-filter.ts';
import { popularIn, popularNow } from './feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';
import { useLivePools } from './use-live-pools.ts';

const shownMost = 3;

function Section({ id, title, pools }: { id: string; title: Text; pools: readonly PoolCard[] }) {
  useLivePools(pools.map((pool) => pool.id));
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4">
        {title}
      </h2>
      <PoolGrid pools={pools} fill />
    </section>
  );
}

function titleIn([first = '', second, ...others]: readonly string[]): Text {
  if (others.length > 0) return t`Popular in these categories`;
  return second
    ? t`Popular in ${{ category: categoryText(first) }} and ${{ otherCategory: categoryText(second) }}`
    : t`Popular in ${{ category: categoryText(first) }}`;
}

const without = (pools: readonly PoolCard[], shown: readonly PoolCard[]) =>
  pools.filter(({ id }) => shown.every((pool) => pool.id !== id)).slice(0, shownMost);

/** Above a filtered feed of several pages: trending pools of these categories that are not on the first page. */
export function PopularInCategory({ filter }: { filter: FeedFilter }) {
  const feed = useData(feedPage(1, filter)).data;
  const popular = useData(popularIn(filter.categories));
  // Sorted by trending, these pools come first anyway.
  if (!feed || filter.sort === 'trending' || popular.error) return null;
  if (feed.pagination.totalCount < limits.feedPageSize + shownMost) return null;
  const pools = popular.data && without(popular.data.pools, feed.pools);
  if (pools && pools.length < shownMost) return null;
  return (
    <div className="mb-8">
      {pools ? (
        <Section id="popular-in" title={titleIn(filter.categories)} pools={pools} />
      ) : (
        <PoolGridSkeleton count={shownMost} />
      )}
    </div>
  );
}

/** Below a filtered feed of at most one page: trending pools of other categories. */
export function PopularElsewhere({ filter }: { filter: FeedFilter }) {
  const feed = useData(feedPage(1, filter)).data;
  const popular = useData(popularNow).data?.pools ?? [];
  if (!feed || feed.pagination.totalCount > limits.feedPageSize) return null;
  const others = without(popular, feed.pools);
  if (others.length === 0) return null;
  return (
    <div className="mt-12">
      <Section id="popular-elsewhere" title={t`Popular in other categories`} pools={others} />
    </div>
  );
}
