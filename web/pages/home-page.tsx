import { paths } from '#contract/paths.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useSite, useUser } from '#web/data/session.ts';
import { duePledges, PaymentRequired } from '#web/pledges/payment-required.tsx';
import { feedPage, highlightedPools, pageIn } from '#web/pools/feed-queries.ts';
import { Highlights, PoolFeed } from '#web/pools/pool-feed.tsx';

export const page = definePage({
  head: ({ site }) => ({
    title: site.brandName,
    description: 'Your pledges, what has to be paid, and the newest tip pools.',
    canonical: '/',
    noindex: true,
  }),
  queries: ({ url, user }) => [feedPage(pageIn(url.searchParams)), highlightedPools, ...(user ? [duePledges] : [])],
});

/** The start for people who are signed in; also what they see at /auth. */
export function Component() {
  const { pathname } = useLocation();
  const { brandName } = useSite();
  const user = useUser();
  const number = pageIn(useSearch());
  return (
    <>
      <h1 className="sr-only">{brandName}</h1>
      {user ? <PaymentRequired /> : null}
      {number === 1 ? <Highlights /> : null}
      <PoolFeed page={number} basePath={pathname === '/' ? '/' : paths.home} />
    </>
  );
}
