import { CirclePlus } from 'lucide-react';
import { useEffect } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import type { listPools, PoolCard } from '#contract/pools.ts';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState, Loaded } from '#web/ui/faces.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { Pagination } from '#web/ui/pagination.tsx';
import { feedPage, highlightedPools } from './feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';
import { PoolHero, PoolHeroSkeleton } from './pool-hero.tsx';
import { useLivePools } from './use-live-pools.ts';

type Feed = OutputOf<typeof listPools>;

const createAction = (
  <LinkButton to={paths.createPool} variant="primary" icon={<CirclePlus aria-hidden="true" />}>
    Create pool
  </LinkButton>
);

/** The first highlighted pool large, the others as cards. Nothing where none is. */
export function Highlights({ most }: { most?: number }) {
  const { data, error } = useData(highlightedPools);
  const pools = data?.pools.slice(0, most) ?? [];
  const [first, ...others] = pools;
  useLivePools(pools.map(({ id }) => id));
  // Only a bonus above the feed: where it fails, the feed's own face says so.
  if (error) return null;
  if (!data) return <PoolHeroSkeleton />;
  if (!first) return null;
  return (
    <section aria-label="Highlighted tip pools" className="mb-9">
      <PoolHero pool={first} />
      {others.length > 0 ? (
        <>
          <h2 className="mt-9 mb-4">Highlighted</h2>
          <PoolGrid pools={others} fill />
        </>
      ) : null}
    </section>
  );
}

const countText = new Intl.NumberFormat('en-US');

function FeedHeading({ total, categories }: { total: number | undefined; categories: string }) {
  return (
    <h2 className="mb-4 flex flex-wrap items-baseline gap-x-2" id="tip-pools">
      {categories ? `Tip pools in ${categories.split(',').join(', ')}` : 'Tip pools'}{' '}
      {total === undefined ? null : (
        <span className="font-text text-[15px] font-semibold tracking-normal text-faint tabular-nums">
          ({countText.format(total)})
        </span>
      )}
      {categories ? (
        <TextLink to={paths.feed} className="ml-auto font-text text-[15px] tracking-normal">
          Show all
        </TextLink>
      ) : null}
    </h2>
  );
}

function EmptyFeed({ highlighted, categories }: { highlighted: readonly PoolCard[]; categories: string }) {
  if (categories) {
    return (
      <EmptyState title="No tip pools found for selected categories" actions={createAction}>
        Try other categories or create your own.
      </EmptyState>
    );
  }
  if (highlighted.length > 0) {
    return (
      <EmptyState title="That is every tip pool for now" actions={createAction}>
        All of them are highlighted above. Ask for the next one.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No tip pools available" actions={createAction}>
      Be the first to create one.
    </EmptyState>
  );
}

function FeedPools({ feed, hrefOf }: { feed: Feed; hrefOf: (page: number) => string }) {
  const { pools, pagination } = feed;
  useLivePools(pools.map(({ id }) => id));
  const first = hrefOf(1);
  const beyond = pools.length === 0 && pagination.totalPages > 0;
  // Past the end, also after pools went away: back to the first page.
  useEffect(() => {
    if (beyond) navigate(first, { replace: true, keepScroll: true });
  }, [beyond, first]);
  if (beyond) return <PoolGridSkeleton count={limits.feedPageSize} />;
  return (
    <>
      <PoolGrid pools={pools} eager={3} />
      <div className="mt-8">
        <Pagination {...pagination} hrefOf={hrefOf} />
      </div>
    </>
  );
}

export interface PoolFeedProps {
  page: number;
  /** The address whose ?page= this feed follows. */
  basePath: string;
  /** Only these, by name and separated by commas; empty for all. */
  categories?: string;
}

/** All pools, newest first, page by page. */
export function PoolFeed({ page, basePath, categories = '' }: PoolFeedProps) {
  const feed = useData(feedPage(page, categories));
  const highlighted = useData(highlightedPools).data?.pools ?? [];
  const hrefOf = (number: number) => {
    const search = [
      ...(categories ? [`categories=${encodeURIComponent(categories)}`] : []),
      ...(number > 1 ? [`page=${number}`] : []),
    ];
    return search.length > 0 ? `${basePath}?${search.join('&')}` : basePath;
  };
  return (
    <section aria-labelledby="tip-pools">
      <FeedHeading total={feed.data?.pagination.totalCount} categories={categories} />
      <Loaded
        of={feed}
        loading={<PoolGridSkeleton count={limits.feedPageSize} />}
        failed="Tip pools could not be loaded"
        empty={({ pagination }) =>
          pagination.totalCount === 0 && <EmptyFeed highlighted={highlighted} categories={categories} />
        }
      >
        {(data) => <FeedPools feed={data} hrefOf={hrefOf} />}
      </Loaded>
    </section>
  );
}
