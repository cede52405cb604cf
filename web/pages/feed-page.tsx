import { useLocation, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { definePage } from '#web/data/page.ts';
import { feedPage, highlightedPools, pageIn } from '#web/pools/feed-queries.ts';
import { Highlights, PoolFeed } from '#web/pools/pool-feed.tsx';

export const page = definePage({
  head: ({ url }) => {
    const number = pageIn(url.searchParams);
    return {
      title: number > 1 ? `Tip pools, page ${number}` : 'Tip pools',
      description:
        'Browse tip pools: fans pledge together for something they want a creator to make. Cards are charged only if the goal is met and the creator says yes.',
      canonical: number > 1 ? `${paths.feed}?page=${number}` : paths.feed,
    };
  },
  queries: ({ url }) => [feedPage(pageIn(url.searchParams)), highlightedPools],
});

export function Component() {
  const { pathname } = useLocation();
  const number = pageIn(useSearchParams()[0]);
  return (
    <>
      {number === 1 ? <Highlights /> : null}
      <PoolFeed page={number} basePath={pathname} level={1} />
    </>
  );
}
