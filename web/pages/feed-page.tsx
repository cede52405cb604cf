import { isAdultCategory } from '#contract/limits.ts';
import { paths } from '#contract/paths.ts';
import { categoryFeedBase } from '#contract/sharing.ts';
import type { Head } from '#web/data/head.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { categoriesIn, feedPage, highlightedPools, pageIn } from '#web/pools/feed-queries.ts';
import { Highlights, PoolFeed } from '#web/pools/pool-feed.tsx';

/** A page of everything, or the first page of one category; whatever else is chosen is another view of these. */
function canonicalOf(number: number, categories: string): string {
  if (categories === '') return number > 1 ? `${paths.feed}?page=${number}` : paths.feed;
  return categories.includes(',') ? paths.feed : `${paths.feed}?categories=${encodeURIComponent(categories)}`;
}

/** One category can be subscribed to; what is for adults cannot, and is labelled. */
function feedOf(categories: string): Pick<Head, 'feed' | 'adult'> {
  if (categories.split(',').some(isAdultCategory)) return { adult: true };
  if (categories === '' || categories.includes(',')) return {};
  return { feed: { title: `New tip pools in ${categories}`, base: categoryFeedBase(categories) } };
}

export const page = definePage({
  head: ({ url }) => {
    const number = pageIn(url.searchParams);
    const categories = categoriesIn(url.searchParams);
    const title = categories ? `Tip pools in ${categories.split(',').join(', ')}` : 'Tip pools';
    return {
      title: number > 1 ? `${title}, page ${number}` : title,
      description:
        'Browse tip pools: fans pledge together for something they want a creator to make. Cards are charged only if the goal is met and the creator says yes.',
      canonical: canonicalOf(number, categories),
      ...feedOf(categories),
    };
  },
  queries: ({ url }) => [feedPage(pageIn(url.searchParams), categoriesIn(url.searchParams)), highlightedPools],
});

export function Component() {
  const { pathname } = useLocation();
  const search = useSearch();
  const number = pageIn(search);
  const categories = categoriesIn(search);
  return (
    <>
      <h1 className="sr-only">Browse tip pools</h1>
      {number === 1 && !categories ? <Highlights /> : null}
      <PoolFeed page={number} basePath={pathname} categories={categories} />
    </>
  );
}
