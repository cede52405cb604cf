import { CirclePlus } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { formatItems } from '#contract/language/lists.ts';
import { plural, type Text, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import type { listPools } from '#contract/pools/pools.ts';
import { formatNumber } from '#contract/values/format-number.ts';
import { formatMoney } from '#contract/values/money.ts';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/link.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { Pagination } from '#web/ui/pagination.tsx';
import { feedAddressPath } from './feed-address.ts';
import { type FeedFilter, feedPage, isNarrowed, isUnfiltered, narrowingOf, unfilteredFeed } from './feed-filter.ts';
import { highlightedPools } from './feed-queries.ts';
import { NothingFollowed } from './nothing-followed.tsx';
import { PoolGrid, PoolGridSkeleton } from './pool-grid.tsx';
import { PoolHero, PoolHeroSkeleton } from './pool-hero.tsx';
import { useLivePools } from './use-live-pools.ts';

type Feed = OutputOf<typeof listPools>;

/** The primary button on phones only. Wide screens have the one above the feed. */
function CreateAction() {
  return (
    <LinkButton
      to={paths.createPool}
      variant="primary"
      className="md:bg-surface md:text-ink md:shadow-ring md:hover:bg-hover"
      icon={<CirclePlus aria-hidden="true" />}
    >{t`Create pool`}</LinkButton>
  );
}

/** The highlighted pools: the first one large, the others as cards. Renders nothing if there are none. */
export function Highlights() {
  const { data, error } = useData(highlightedPools);
  const pools = data?.pools ?? [];
  const [first, ...others] = pools;
  useLivePools(pools.map(({ id }) => id));
  // Highlights are optional. If the server fails, the feed below shows the error.
  if (error) return null;
  if (!data) return <PoolHeroSkeleton />;
  if (!first) return null;
  return (
    <section aria-label={t`Highlighted tip pools`} className="mb-8">
      <PoolHero pool={first} />
      {others.length > 0 ? (
        <>
          <h2 className="mt-8 mb-4">{t`Highlighted`}</h2>
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

function goalLimit({ minGoal, maxGoal }: FeedFilter): Text | undefined {
  const least = formatMoney(minGoal ?? 0);
  const most = formatMoney(maxGoal ?? 0);
  if (minGoal && maxGoal) return t`goal from ${{ least }} to ${{ most }}`;
  if (maxGoal) return t`goal up to ${{ most }}`;
  return minGoal ? t`goal from ${{ least }}` : undefined;
}

function searchLimit({ categories: names, search }: FeedFilter): Text | undefined {
  const categories = formatItems(names.map(categoryText));
  if (search === '') return categories === '' ? undefined : t`in ${{ categories }}`;
  return categories === '' ? t`matching “${{ search }}”` : t`matching “${{ search }}” in ${{ categories }}`;
}

/** The active filters as a list, which begins with a capital letter. */
function limitsOf(filter: FeedFilter): Text {
  const { anyCreator, following, maxDays } = filter;
  const chosen = [
    following && t({ message: 'for creators you follow', context: 'a filter in a list: which pools' }),
    anyCreator && t({ message: 'open to any creator', context: 'a filter in a list: which pools' }),
    goalLimit(filter),
    maxDays && t`${plural({ days: maxDays }, { one: 'up to # day left', other: 'up to # days left' })}`,
    searchLimit(filter),
  ];
  const text = formatItems(chosen);
  return verbatim(text.charAt(0).toUpperCase() + text.slice(1));
}

/** The feed's title with its total count, and the active filters below. */
function FeedHeading({ total, filter, basePath, aside }: HeadingProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-1">
      <h2 id="tip-pools">
        {t`Tip pools`}{' '}
        {total === undefined ? null : (
          <span className="font-text text-base font-semibold tracking-normal text-faint tabular-nums">
            ({formatNumber(total)})
          </span>
        )}
      </h2>
      {aside}
      {isUnfiltered(filter) ? null : (
        <p className="basis-full text-muted wrap-anywhere">
          {limitsOf(filter)} · <TextLink to={basePath} keepScroll className="tap">{t`Show all`}</TextLink>
        </p>
      )}
    </div>
  );
}

interface EmptyFeedProps extends Pick<PoolResultsProps, 'basePath' | 'emptySite'> {
  filter: FeedFilter;
}

/** Removes every filter except the search, and keeps the order. */
function clearAction(basePath: string, { search, sort }: FeedFilter) {
  const place = { ...unfilteredFeed, search, page: 1, ...(sort ? { sort } : {}) };
  return <LinkButton to={feedAddressPath(basePath, place)} keepScroll>{t`Clear filters`}</LinkButton>;
}

function EmptyFeed({ filter, basePath, emptySite }: EmptyFeedProps) {
  const highlighted = useData(highlightedPools, { enabled: isUnfiltered(filter) }).data?.pools ?? [];
  const isFiltered = filter.categories.length > 0 || isNarrowed(filter);
  const actions = (
    <>
      {isFiltered ? clearAction(basePath, filter) : null}
      <CreateAction />
    </>
  );
  if (filter.following) return <NothingFollowed filter={filter} basePath={basePath} />;
  if (filter.search !== '') {
    return (
      <EmptyState
        title={t`No matching tip pools found`}
        actions={actions}
      >{t`Adjust your search or filters.`}</EmptyState>
    );
  }
  if (filter.anyCreator && filter.categories.length === 0 && Object.keys(narrowingOf(filter)).length === 1) {
    return (
      <EmptyState
        title={t`No pools are waiting for a creator`}
        actions={actions}
      >{t`Try other filters, or ask a creator of your choice.`}</EmptyState>
    );
  }
  if (isNarrowed(filter)) {
    return (
      <EmptyState
        title={t`No pools match these filters`}
        actions={actions}
      >{t`Try other filters, or start your own pool.`}</EmptyState>
    );
  }
  if (filter.categories.length > 0) {
    return (
      <EmptyState
        title={t`No tip pools found for selected categories`}
        actions={actions}
      >{t`Try other categories or create your own.`}</EmptyState>
    );
  }
  if (highlighted.length > 0) {
    return (
      <EmptyState
        title={t`That’s every tip pool for now`}
        actions={<CreateAction />}
      >{t`All of them are highlighted above. Start the next one.`}</EmptyState>
    );
  }
  return emptySite;
}

/** A link to the few remaining pools. The specification shows the pagination control only above 12 pools, but a page holds 9. */
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
        <LinkButton to={hrefOf(1)}>{t`${plural({ pools: pageSize }, { other: 'Back to the first #' })}`}</LinkButton>
      ) : (
        <LinkButton
          to={hrefOf(2)}
        >{t`${plural({ pools: totalCount - pageSize }, { other: 'Show # more' })}`}</LinkButton>
      )}
    </p>
  );
}

interface FeedPoolsProps {
  feed: Feed;
  /** `feed` belongs to the previous filters while the new ones load. */
  stale: boolean;
  hrefOf: (page: number) => string;
}

function FeedPools({ feed, stale, hrefOf }: FeedPoolsProps) {
  const { pools, pagination } = feed;
  useLivePools(pools.map(({ id }) => id));
  const first = hrefOf(1);
  const beyond = pools.length === 0 && pagination.totalPages > 0;
  // The page is past the end, for example after pools were removed: go to the first page.
  useEffect(() => {
    if (beyond && !stale) navigate(first, { replace: true, keepScroll: true });
  }, [beyond, stale, first]);
  if (beyond) return <PoolGridSkeleton count={limits.feedPageSize} />;
  return (
    <div
      className={stale ? 'opacity-55 transition-opacity delay-120 duration-160' : undefined}
      aria-busy={stale || undefined}
    >
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
  /** The path whose query holds this feed's filters. */
  basePath: string;
  /** Default: all pools. */
  filter?: FeedFilter;
  /** Shown next to the heading. */
  aside?: ReactNode;
  /** Takes the place of the pools if the site has none. */
  emptySite?: ReactNode;
}

/** One page of the feed with its heading and pagination. */
export function PoolResults({ page, basePath, filter = unfilteredFeed, aside, emptySite }: PoolResultsProps) {
  const feed = useData(feedPage(page, filter), { keepPrevious: true });
  const { data, isPlaceholderData: stale } = feed;
  const hrefOf = (number: number) => feedAddressPath(basePath, { ...filter, page: number });
  // An empty result of the previous filters must not show while the new ones load.
  const emptyBefore = stale && data?.pools.length === 0;
  return (
    <section aria-labelledby="tip-pools">
      <FeedHeading total={stale ? undefined : data?.matchingCount} filter={filter} basePath={basePath} aside={aside} />
      <p className="sr-only" role="status">
        {aside && data && !stale
          ? t`${plural({ pools: data.matchingCount }, { one: '# tip pool', other: '# tip pools' })}`
          : null}
      </p>
      <Loaded
        of={emptyBefore ? { ...feed, data: undefined } : feed}
        loading={<PoolGridSkeleton count={limits.feedPageSize} />}
        failed={t`We couldn’t load the tip pools`}
        empty={({ pagination }) =>
          pagination.totalCount === 0 && <EmptyFeed filter={filter} basePath={basePath} emptySite={emptySite} />
        }
      >
        {(shown) => <FeedPools feed={shown} stale={stale} hrefOf={hrefOf} />}
      </Loaded>
    </section>
  );
}
