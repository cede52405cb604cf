import { Compass } from 'lucide-react';
import { useEffect } from 'react';
import { listLikedPools } from '#contract/likes.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { optional, query, useData } from '#web/data/query.ts';
import { pageIn } from '#web/pools/feed-queries.ts';
import { PoolGrid, PoolGridSkeleton } from '#web/pools/pool-grid.tsx';
import { useLivePools } from '#web/pools/use-live-pools.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState, Loaded } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

const favoritesOn = (page: number) =>
  optional(query(listLikedPools, { query: { page, pageSize: limits.feedPageSize } }));
const hrefOf = (page: number) => (page === 1 ? paths.favorites : `${paths.favorites}?page=${page}`);

export const page = definePage({
  title: 'Favorites',
  description: 'The tip pools you liked, newest first.',
  canonical: paths.favorites,
  noindex: true,
  queries: ({ url, user }) => (user ? [favoritesOn(pageIn(url.searchParams))] : []),
});

const nothing = (
  <div className="card">
    <EmptyState
      title="No favorites yet"
      actions={
        <LinkButton to={paths.feed} variant="primary" icon={<Compass aria-hidden="true" />}>
          Browse pools
        </LinkButton>
      }
    >
      Press the heart on a tip pool to save it here.
    </EmptyState>
  </div>
);

export function Component() {
  const number = pageIn(useSearch());
  const favorites = useData(favoritesOn(number), { keepPrevious: true });
  const { data } = favorites;
  useLivePools(data?.pools.map(({ id }) => id) ?? []);
  // Redirects from beyond the end to the last page, also after the user removes the only pool of the last page.
  const last = data && data.pools.length === 0 && !favorites.isPlaceholderData ? data.pagination.totalPages : 0;
  useEffect(() => {
    if (last > 0) navigate(hrefOf(last), { replace: true, keepScroll: true });
  }, [last]);
  return (
    <>
      <PageHeader title="Favorites" lead="The tip pools you liked, newest first." />
      <Loaded
        of={favorites}
        loading={<PoolGridSkeleton count={limits.feedPageSize} />}
        failed="We couldn’t load your favorites"
        empty={({ pagination }) => pagination.totalCount === 0 && nothing}
      >
        {({ pools, pagination }) =>
          last > 0 ? (
            <PoolGridSkeleton count={3} />
          ) : (
            <>
              <h2 className="sr-only">Tip pools</h2>
              <PoolGrid pools={pools} eager={3} />
              <div className="mt-8">
                <Pagination {...pagination} hrefOf={hrefOf} />
              </div>
            </>
          )
        }
      </Loaded>
    </>
  );
}
