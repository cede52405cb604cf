import { CirclePlus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { grouped } from '#contract/figures.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import type { listPools } from '#contract/pools.ts';
import { count } from '#contract/time.ts';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { Pagination } from '#web/ui/pagination.tsx';
import { feedAddressPath } from './feed-address.ts';
import { type FeedFilter, feedPage, highlightedPools, isUnfiltered, unfilteredFeed } from './feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';
import { PoolHero, PoolHeroSkeleton } from './pool-hero.tsx';
import { useLivePools } from './use-live-pools.ts';

type Feed = OutputOf<typeof listPools>;

/** Wide screens have the one primary way to a new pool above the feed; a phone has it here. */
const createAction = (
  <LinkButton to={paths.createPool} variant="primary" className="feed-create" icon={<CirclePlus aria-hidden="true" />}>
    Create pool
  </LinkButton>
);

/** The first highlighted pool large, the others as cards. Nothing where none is. */
export function Highlights() {
  const { data, error } = useData(highlightedPools);
  const pools = data?.pools ?? [];
  const [first, ...others] = pools;
  useLivePools(pools.map(({ id }) => id));
  // Only a bonus above the feed: where it fails, the feed's own face says so.
  if (error) return null;
  if (!data) return <PoolHeroSkeleton />;
  if (!first) return null;
  return (
    <section aria-label="Highlighted tip pools" className="mb-8">
      <PoolHero pool={first} />
      {others.length > 0 ? (
        <>
          <h2 className="mt-8 mb-4">Highlighted</h2>
          <PoolGrid pools={others} fill />
        </>
      ) : null}
    </section>
  );
}

interface HeadingProps {
  total: number | undefined;
  filter: FeedFilter;
  basePath: string;
  aside: ReactNode;
}

function limitsOf({ categories, search }: FeedFilter): string {
  const names = categories.join(', ');
  if (search === '') return `In ${names}`;
  return names === '' ? `Matching “${search}”` : `Matching “${search}” in ${names}`;
}

/** The feed's name and how many there are; below it what they are limited to. */
function FeedHeading({ total, filter, basePath, aside }: HeadingProps) {
  return (
    <div className="feed-head">
      <h2 id="tip-pools">
        Tip pools{' '}
        {total === undefined ? null : (
          <span className="font-text text-base font-semibold tracking-normal text-faint tabular-nums">
            ({grouped(total)})
          </span>
        )}
      </h2>
      {aside}
      {isUnfiltered(filter) ? null : (
        <p>
          {limitsOf(filter)} ·{' '}
          <TextLink to={basePath} keepScroll className="tap">
            Show all
          </TextLink>
        </p>
      )}
    </div>
  );
}

function EmptyFeed({ filter }: { filter: FeedFilter }) {
  const highlighted = useData(highlightedPools, { enabled: isUnfiltered(filter) }).data?.pools ?? [];
  if (filter.search !== '') {
    return (
      <EmptyState title="No matching tip pools found" actions={createAction}>
        Adjust your search or filters.
      </EmptyState>
    );
  }
  if (filter.categories.length > 0) {
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

/** The few that are left where the pages' control, which appears above twelve, is not there yet. */
function FewMore({
  page,
  pageSize,
  totalPages,
  totalCount,
  hrefOf,
}: Feed['pagination'] & { hrefOf: (page: number) => string }) {
  if (totalCount > limits.paginationFrom || totalPages <= 1) return null;
  return (
    <p className="text-center">
      {page > 1 ? (
        <LinkButton to={hrefOf(1)}>Back to the first {pageSize}</LinkButton>
      ) : (
        <LinkButton to={hrefOf(2)}>Show {totalCount - pageSize} more</LinkButton>
      )}
    </p>
  );
}

interface FeedPoolsProps {
  feed: Feed;
  /** Of the choice before, while the answer to this one is on its way. */
  stale: boolean;
  hrefOf: (page: number) => string;
}

function FeedPools({ feed, stale, hrefOf }: FeedPoolsProps) {
  const { pools, pagination } = feed;
  useLivePools(pools.map(({ id }) => id));
  const first = hrefOf(1);
  const beyond = pools.length === 0 && pagination.totalPages > 0;
  // Past the end, also after pools went away: back to the first page.
  useEffect(() => {
    if (beyond && !stale) navigate(first, { replace: true, keepScroll: true });
  }, [beyond, stale, first]);
  if (beyond) return <PoolGridSkeleton count={limits.feedPageSize} />;
  return (
    <div className={stale ? 'feed-stale' : undefined} aria-busy={stale || undefined}>
      <PoolGrid pools={pools} eager={3} />
      <div className="mt-8">
        <Pagination {...pagination} hrefOf={hrefOf} />
        <FewMore {...pagination} hrefOf={hrefOf} />
      </div>
    </div>
  );
}

export interface PoolResultsProps {
  page: number;
  /** The address whose query this feed follows. */
  basePath: string;
  /** Only these; all unless told. */
  filter?: FeedFilter;
  /** Beside the heading. */
  aside?: ReactNode;
}

/** The pools that are asked for, page by page. */
export function PoolResults({ page, basePath, filter = unfilteredFeed, aside }: PoolResultsProps) {
  const feed = useData(feedPage(page, filter), { keepPrevious: true });
  const { data, isPlaceholderData: stale } = feed;
  const hrefOf = (number: number) => feedAddressPath(basePath, { ...filter, page: number });
  // That nothing was found before says nothing of what is asked now.
  const emptyBefore = stale && data?.pools.length === 0;
  return (
    <section aria-labelledby="tip-pools">
      <FeedHeading total={stale ? undefined : data?.matchingCount} filter={filter} basePath={basePath} aside={aside} />
      <p className="sr-only" role="status">
        {aside && data && !stale ? `${count(data.matchingCount, 'tip pool')}` : null}
      </p>
      <Loaded
        of={emptyBefore ? { ...feed, data: undefined } : feed}
        loading={<PoolGridSkeleton count={limits.feedPageSize} />}
        failed="Tip pools could not be loaded"
        empty={({ pagination }) => pagination.totalCount === 0 && <EmptyFeed filter={filter} />}
      >
        {(shown) => <FeedPools feed={shown} stale={stale} hrefOf={hrefOf} />}
      </Loaded>
    </section>
  );
}
