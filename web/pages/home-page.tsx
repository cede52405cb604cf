import { paths } from '#contract/paths.ts';
import { myInterests } from '#web/accounts/interests-data.ts';
import { myConversations } from '#web/chat/chat-queries.ts';
import { useUnreadOf } from '#web/chat/unread-by-creator.ts';
import { useLocation } from '#web/data/location.tsx';
import { definePage, type LoadArgs } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useSite, useUser } from '#web/data/session.ts';
import { CreatorStrip, popularCreators } from '#web/landing/creator-strip.tsx';
import { BackedPools } from '#web/pledges/backed-pools.tsx';
import { myPledges } from '#web/pledges/my-pledges-query.ts';
import { duePledges, PaymentRequired } from '#web/pledges/payment-required.tsx';
import { feedTitle, parseFeedAddress } from '#web/pools/feed-address.ts';
import { popularIn } from '#web/pools/feed-queries.ts';
import { feedQueries, PoolBrowser, redirectBeyondLastPage } from '#web/pools/pool-browser.tsx';
import { PoolsForYou } from '#web/pools/pools-for-you.tsx';
import { ChatDock } from '#web/shell/chat-dock.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

// Each person sees it at most once.
const loadWelcome = () => import('#web/accounts/welcome-card.tsx').then((module) => module.WelcomeCard);
const WelcomeCard = lazyComponent(import.meta.env.SSR ? await loadWelcome() : null, loadWelcome);

/** Reads the pools for the person's interests, so that the first response has them. Server only: the browser shows skeletons. */
async function readPoolsForYou({ url, user, fetch }: LoadArgs): Promise<void> {
  if (!import.meta.env.SSR || !user || url.search !== '') return;
  const { interests } = await fetch(myInterests);
  if (interests.length > 0) await fetch(popularIn(interests));
}

export const page = definePage({
  head: ({ url }) => ({
    title: feedTitle(parseFeedAddress(url.searchParams)),
    description: 'Your pledges, payments due and the newest tip pools.',
    canonical: '/',
    noindex: true,
  }),
  load: async (args) => {
    // The page works without them.
    await readPoolsForYou(args).catch(() => undefined);
    return redirectBeyondLastPage(args.url, args.fetch);
  },
  queries: ({ url, user }) => [
    ...feedQueries(parseFeedAddress(url.searchParams)),
    ...(user ? [duePledges, myPledges, myInterests] : []),
    ...(user && url.search === '' ? [popularCreators, myConversations] : []),
  ],
});

/** The pools for the person’s interests, or the card that asks for them. */
function Welcome({ basePath }: { basePath: string }) {
  const user = useUser();
  const mine = useData(myInterests).data;
  if (!user || !mine) return null;
  if (mine.welcome) return <WelcomeCard user={user} interests={mine} />;
  return mine.interests.length > 0 ? <PoolsForYou interests={mine.interests} basePath={basePath} /> : null;
}

/** The home page of signed-in users, who also see it at /auth. */
export function Component() {
  const { pathname, search } = useLocation();
  const { brandName } = useSite();
  const user = useUser();
  const unreadOf = useUnreadOf();
  const basePath = pathname === '/' ? '/' : paths.home;
  return (
    <>
      <h1 className="sr-only">{brandName}</h1>
      {user ? <PaymentRequired /> : null}
      <PoolBrowser basePath={basePath}>
        {user ? (
          <>
            <Welcome basePath={basePath} />
            <BackedPools />
          </>
        ) : null}
      </PoolBrowser>
      {search === '' ? <CreatorStrip unreadOf={unreadOf} /> : null}
      <ChatDock place={{ kind: 'category' }} />
    </>
  );
}
