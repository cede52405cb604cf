import { useLocation, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { categoriesIn, feedPage, highlightedPools, pageIn } from '#web/pools/feed-queries.ts';
import { Highlights, PoolFeed } from '#web/pools/pool-feed.tsx';

export const page = definePage({
  head: ({ url }) => {
    const number = pageIn(url.searchParams);
    const categories = categoriesIn(url.searchParams);
    const title = categories ? `Tip pools in ${categories.split(',').join(', ')}` : 'Tip pools';
    return {
      title: number > 1 ? `${title}, page ${number}` : title,
      description:
        'Browse tip pools: fans pledge together for something they want a creator to make. Cards are charged only if the goal is met and the creator says yes.',
      canonical: number > 1 && !categories ? `${paths.feed}?page=${number}` : paths.feed,
    };
  },
  queries: ({ url }) => [feedPage(pageIn(url.searchParams), categoriesIn(url.searchParams)), highlightedPools],
});

export function Component() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
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
