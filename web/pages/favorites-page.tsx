import { listLikedPools } from '#contract/calls/pools.ts';
import { msg, t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { live, optional, query } from '#web/data/query.ts';
import { pageIn } from '#web/pools/feed-queries.ts';
import { PoolList } from '#web/pools/pool-list.tsx';

const favoritesOn = (page: number) =>
  optional(live(query(listLikedPools, { query: { page, pageSize: limits.feedPageSize } })));

export const page = definePage({
  title: msg`Favorites`,
  description: msg`The tip pools you liked, newest first.`,
  canonical: paths.favorites,
  noindex: true,
  queries: ({ url, user }) => (user ? [favoritesOn(pageIn(url.searchParams))] : []),
});

export function Component() {
  return (
    <PoolList
      title={t`Favorites`}
      lead={t`The tip pools you liked, newest first.`}
      path={paths.favorites}
      of={favoritesOn(pageIn(useSearch()))}
      failed={t`We couldn’t load your favorites`}
      empty={{ title: t`No favorites yet`, text: t`Press the heart on a tip pool to keep it here.` }}
    />
  );
}
