import { paths } from '#contract/paths.ts';
import { myConversations } from '#web/chat/chat-queries.ts';
import { useUnreadOf } from '#web/chat/unread-by-creator.ts';
import { useLocation } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useSite, useUser } from '#web/data/session.ts';
import { CreatorStrip, popularCreators } from '#web/landing/creator-strip.tsx';
import { BackedPools } from '#web/pledges/backed-pools.tsx';
import { myPledges } from '#web/pledges/my-pledges-query.ts';
import { duePledges, PaymentRequired } from '#web/pledges/payment-required.tsx';
import { feedTitle, parseFeedAddress } from '#web/pools/feed-address.ts';
import { feedQueries, PoolBrowser, redirectBeyondLastPage } from '#web/pools/pool-browser.tsx';
import { ChatDock } from '#web/shell/chat-dock.tsx';

export const page = definePage({
  head: ({ url }) => ({
    title: feedTitle(parseFeedAddress(url.searchParams)),
    description: 'Your pledges, payments due and the newest tip pools.',
    canonical: '/',
    noindex: true,
  }),
  load: ({ url, fetch }) => redirectBeyondLastPage(url, fetch),
  queries: ({ url, user }) => [
    ...feedQueries(parseFeedAddress(url.searchParams)),
    ...(user ? [duePledges, myPledges] : []),
    ...(user && url.search === '' ? [popularCreators, myConversations] : []),
  ],
});

/** The home page of signed-in users, who also see it at /auth. */
export function Component() {
  const { pathname, search } = useLocation();
  const { brandName } = useSite();
  const user = useUser();
  const unreadOf = useUnreadOf();
  return (
    <>
      <h1 className="sr-only">{brandName}</h1>
      {user ? <PaymentRequired /> : null}
      <PoolBrowser basePath={pathname === '/' ? '/' : paths.home}>{user ? <BackedPools /> : null}</PoolBrowser>
      {search === '' ? <CreatorStrip unreadOf={unreadOf} /> : null}
      <ChatDock place={{ kind: 'category' }} />
    </>
  );
}
