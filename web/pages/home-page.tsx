import { t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { myInterests } from '#web/accounts/interests-data.ts';
import { myConversations } from '#web/chat/chat-queries.ts';
import { useUnreadOf } from '#web/chat/unread-by-creator.ts';
import { useLocation } from '#web/data/location.tsx';
import { ownPart } from '#web/data/own-part.tsx';
import { definePage, type LoadArgs } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useSite, useUser } from '#web/data/session.ts';
import { CreatorStrip } from '#web/landing/creator-strip.tsx';
import { popularCreators } from '#web/landing/popular-creators.ts';
import { BackedPools } from '#web/pledges/backed-pools.tsx';
import { backedPools } from '#web/pledges/my-pledges-query.ts';
import { duePledges, PaymentRequired } from '#web/pledges/payment-required.tsx';
import { feedTitle, parseFeedAddress } from '#web/pools/feed-address.ts';
import { popularIn } from '#web/pools/feed-queries.ts';
import { feedQueries, isSharedFeed, PoolBrowser, redirectBeyondLastPage } from '#web/pools/pool-browser.tsx';
import { PoolsForYou } from '#web/pools/pools-for-you.tsx';
import { ChatDock } from '#web/shell/chat-dock.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';

// Each person sees it at most once.
const WelcomeCard = lazyComponent(() => import('#web/accounts/welcome-card.tsx').then((module) => module.WelcomeCard));

/** Reads the pools for the person's interests, so that the first response has them. The browser shows skeletons. */
async function readPoolsForYou({ url, fetch }: Pick<LoadArgs, 'url' | 'fetch'>): Promise<void> {
  if (url.search !== '') return;
  const { interests } = await fetch(myInterests);
  if (interests.length > 0) await fetch(popularIn(interests));
}

// Only a site without any pool shows it.
const EmptySite = lazyComponent(() => import('#web/landing/empty-site.tsx').then((module) => module.EmptySite));

export const page = definePage({
  head: ({ url }) => ({
    title: feedTitle(parseFeedAddress(url.searchParams)),
    description: t`Your pledges, payments due and the newest tip pools.`,
    canonical: '/',
    noindex: true,
  }),
  load: ({ url, fetch }) => redirectBeyondLastPage(url, fetch),
  queries: ({ url }) => feedQueries(parseFeedAddress(url.searchParams)),
  // The list of creators says which of them the person follows.
  own: ({ url }) => [
    duePledges,
    backedPools,
    myInterests,
    ...(url.search === '' ? [popularCreators, myConversations] : []),
  ],
  loadOwn: readPoolsForYou,
  isShared: isSharedFeed,
});

/** The pools for the person’s interests, or the card that asks for them. */
function Welcome({ basePath }: { basePath: string }) {
  const user = useUser();
  const mine = useData(myInterests).data;
  if (!user || !mine) return null;
  if (mine.welcome) return <WelcomeCard user={user} interests={mine} />;
  return mine.interests.length > 0 ? <PoolsForYou interests={mine.interests} basePath={basePath} /> : null;
}

function PopularCreators() {
  return <CreatorStrip unreadOf={useUnreadOf()} />;
}

const OwnPaymentRequired = ownPart(PaymentRequired);
const OwnWelcome = ownPart(Welcome);
const OwnBackedPools = ownPart(BackedPools);
const OwnEmptySite = ownPart(EmptySite);
const OwnPopularCreators = ownPart(PopularCreators);

/** The home page of signed-in users, who also see it at /auth. */
export function Component() {
  const { pathname, search } = useLocation();
  const { brandName } = useSite();
  const user = useUser();
  const basePath = pathname === '/' ? '/' : paths.home;
  return (
    <>
      <h1 className="sr-only">{brandName}</h1>
      {user ? <OwnPaymentRequired /> : null}
      <PoolBrowser basePath={basePath} emptySite={<OwnEmptySite />}>
        {user ? (
          <>
            <OwnWelcome basePath={basePath} />
            <OwnBackedPools />
          </>
        ) : null}
      </PoolBrowser>
      {search === '' ? <OwnPopularCreators /> : null}
      <ChatDock place={{ kind: 'category' }} />
    </>
  );
}
