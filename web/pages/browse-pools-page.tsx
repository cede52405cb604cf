import type { Category } from '#contract/creators/creators.ts';
import { t } from '#contract/language/text.ts';
import { isAdultCategory } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import { categoryFeedBase } from '#contract/sharing.ts';
import type { Head } from '#web/data/head.ts';
import { useLocation } from '#web/data/location.tsx';
import { ownPart } from '#web/data/own-part.tsx';
import { definePage } from '#web/data/page.ts';
import { useUser } from '#web/data/session.ts';
import { BackedPools } from '#web/pledges/backed-pools.tsx';
import { backedPools } from '#web/pledges/my-pledges-query.ts';
import { type FeedAddress, feedAddressPath, feedTitle, parseFeedAddress } from '#web/pools/feed-address.ts';
import { isUnfiltered, unfilteredFeed } from '#web/pools/feed-filter.ts';
import { poolCategories } from '#web/pools/feed-queries.ts';
import { feedQueries, isSharedFeed, PoolBrowser, redirectBeyondLastPage } from '#web/pools/pool-browser.tsx';
import { ChatDock } from '#web/shell/chat-dock.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

/** The canonical URLs are the pages of the unfiltered feed and the first page of each category. Every other filter is a view of one of these. */
function canonicalOf(place: FeedAddress): string {
  const { categories, search, page } = place;
  const single = search === '' && categories.length === 1;
  if (single) return feedAddressPath(paths.feed, { ...unfilteredFeed, categories, page: 1 });
  return feedAddressPath(paths.feed, { ...unfilteredFeed, page: isUnfiltered(place) ? page : 1 });
}

/** A single category has a web feed. Adult categories have none, and their pages are labeled as adult. */
function feedOf(categories: readonly string[]): Pick<Head, 'feed' | 'adult'> {
  if (categories.some(isAdultCategory)) return { adult: true };
  const [only, another] = categories;
  if (!only || another) return {};
  return { feed: { title: t`New tip pools in ${{ category: categoryText(only) }}`, base: categoryFeedBase(only) } };
}

/** True if the address names only unknown categories. Anyone can make up such an address, so search engines must not index it. */
function namesNothing({ categories }: FeedAddress, known: readonly Category[] | undefined): boolean {
  const names = new Set(known?.map(({ name }) => name.toLowerCase()));
  return known !== undefined && categories.length > 0 && !categories.some((name) => names.has(name.toLowerCase()));
}

// Only a site without any pool shows it.
const EmptySite = lazyComponent(() => import('#web/landing/empty-site.tsx').then((module) => module.EmptySite));

export const page = definePage({
  head: ({ url, read }) => {
    const place = parseFeedAddress(url.searchParams);
    const strange = namesNothing(place, read(poolCategories));
    return {
      title: feedTitle(place),
      description: t`Browse tip pools: fans pledge together for something they want a creator to make. Cards are charged only if the goal is met and the creator accepts.`,
      canonical: canonicalOf(place),
      // Keep search terms private; search engines find the pools through their own pages.
      noindex: place.search !== '' || place.following === true || strange,
      ...(strange ? {} : feedOf(place.categories)),
    };
  },
  load: ({ url, fetch }) => redirectBeyondLastPage(url, fetch),
  queries: ({ url }) => feedQueries(parseFeedAddress(url.searchParams)),
  own: ({ url }) => {
    const place = parseFeedAddress(url.searchParams);
    return isUnfiltered(place) && place.page === 1 ? [backedPools] : [];
  },
  isShared: isSharedFeed,
});

const OwnBackedPools = ownPart(BackedPools);
const OwnEmptySite = ownPart(EmptySite);

export function Component() {
  const { pathname } = useLocation();
  const user = useUser();
  return (
    <>
      <h1 className="sr-only">{t`Browse tip pools`}</h1>
      <PoolBrowser basePath={pathname} emptySite={<OwnEmptySite />}>
        {user ? <OwnBackedPools /> : null}
      </PoolBrowser>
      <ChatDock place={{ kind: 'category' }} />
    </>
  );
}
