import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useEffect } from 'react';
import type { DeliveredContent } from '#contract/delivery.ts';
import { langOf, t, verbatim } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import type { Pool, PoolStatus } from '#contract/pools/pools.ts';
import { poolShareImage } from '#contract/sharing.ts';
import type { ThankYou } from '#contract/thanks.ts';
import type { Update } from '#contract/updates.ts';
import { asAppError } from '#web/data/call.ts';
import { useLocation, useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useData } from '#web/data/query.ts';
import { useUser } from '#web/data/session.ts';
import { savedCards } from '#web/pledges/saved-cards.ts';
import { GoalMoment } from '#web/pools/moments/goal-moment.tsx';
import { PoolCover } from '#web/pools/page/pool-page-cover.tsx';
import { moneyTerms, useLivePool } from '#web/pools/page/pool-page-data.ts';
import { PoolBreadcrumb, PoolByline, PoolChips, PoolTags } from '#web/pools/page/pool-page-header.tsx';
import {
  PledgeBoxSkeleton,
  PoolBodySkeleton,
  PoolBoxCard,
  PoolPageLayout,
  PoolPageSkeleton,
} from '#web/pools/page/pool-page-layout.tsx';
import { PoolPageMeter } from '#web/pools/page/pool-page-meter.tsx';
import { PoolPanel } from '#web/pools/page/pool-page-panels.tsx';
import { hasEnded } from '#web/pools/page/pool-page-status.ts';
import { PoolTabs, poolTabIn } from '#web/pools/page/pool-page-tabs.tsx';
import { poolAtPath, requestedCreatorName } from '#web/pools/pool-query.ts';
import { poolJsonLd } from '#web/sharing/json-ld.ts';
import { ChatDock } from '#web/shell/chat-dock.tsx';
import { lateComponent } from '#web/ui/hydration/late-component.tsx';
import { lazyComponent } from '#web/ui/hydration/lazy-component.tsx';
import { useHydrated } from '#web/ui/hydration/use-hydrated.ts';
import { ErrorState, Skeleton } from '#web/ui/loading-states.tsx';
import { navigate } from '#web/ui/navigation.ts';
import { meterText } from '#web/ui/pool-meter.tsx';

// The server renders everything. The browser loads below-the-fold and rarely needed components lazily.
const PledgeBox = lateComponent(() => import('#web/pledges/pledge-box.tsx').then((module) => module.PledgeBox), {
  waiting: <PledgeBoxSkeleton />,
  // The search may contain a pledge to resume, and a pledge may have a time limit.
  isNeededAtOnce: ({ pool }) => pool.myPledge !== null || window.location.search !== '',
});
const PoolLikeButton = lateComponent(() =>
  import('#web/pools/mark-buttons.tsx').then((module) => module.PoolLikeButton),
);
const PoolFollow = lateComponent(() => import('#web/pools/pool-follow.tsx').then((module) => module.PoolFollow));
const ShareButton = lateComponent(() => import('#web/sharing/share-button.tsx').then((module) => module.ShareButton));
const AgeGate = lazyComponent(() => import('#web/age/age-gate.tsx').then((module) => module.AgeGate));
const AgeGatedPool = lazyComponent(() =>
  import('#web/pools/page/pool-page-notices.tsx').then((module) => module.AgeGatedPool),
);
const FrozenNotice = lazyComponent(() =>
  import('#web/pools/page/pool-page-notices.tsx').then((module) => module.FrozenNotice),
);
const DeliveredSection = lazyComponent(() =>
  import('#web/delivery/delivered-section.tsx').then((module) => module.DeliveredSection),
);
const CreatorPrompts = lazyComponent(() =>
  import('#web/pools/page/pool-page-prompts.tsx').then((module) => module.CreatorPrompts),
);
const RemovedPoolForFan = lazyComponent(() => import('./removed-pool.tsx').then((module) => module.RemovedPoolForFan));
const ReportButton = lazyComponent(() => import('#web/safety/report-button.tsx').then((module) => module.ReportButton));
const PoolMenu = lazyComponent(() => import('#web/pools/page/pool-page-menu.tsx').then((module) => module.PoolMenu));
const ReportMenu = lateComponent(() =>
  import('#web/pools/page/pool-page-menu-button.tsx').then((module) => module.ReportMenu),
);
const AdminPoolMenu = lazyComponent(() =>
  import('#web/pools/page/pool-page-admin-menu.tsx').then((module) => module.AdminPoolMenu),
);
const PoolMoney = lazyComponent(() => import('#web/pools/page/pool-page-money.tsx').then((module) => module.PoolMoney));
const AskAgain = lazyComponent(() => import('#web/pools/page/pool-page-again.tsx').then((module) => module.AskAgain));

const NewPoolPanel = lazyComponent(
  () => import('#web/pools/moments/new-pool-panel.tsx').then((module) => module.NewPoolPanel),
  { browserOnly: true },
);

const UpdatesPanel = lazyComponent(
  () => import('#web/updates/updates-panel.tsx').then((module) => module.UpdatesPanel),
  {
    waiting: <Skeleton className="h-40" />,
  },
);
const loadComments = () => import('#web/comments/pool-comments.tsx').then((module) => module.PoolComments);
const PoolComments = lazyComponent(loadComments, { waiting: <PoolBodySkeleton /> });
const UpdateComments = lazyComponent(
  () => import('#web/comments/update-comments.tsx').then((module) => module.UpdateComments),
  { browserOnly: true, waiting: <Skeleton className="h-24" /> },
);

/** Only the owner, the assigned creator and admins can see pools in these states. */
const hidden: readonly PoolStatus[] = ['in_review', 'removed'];
/** Lists leave these pools out, and search engines must not index them. */
const unlisted: readonly PoolStatus[] = [...hidden, 'expired', 'declined', 'lapsed', 'cancelled', 'refunded'];

export const page = definePage({
  head: ({ url, read, site }) => {
    const pool = read(poolAtPath(url.pathname));
    if (!pool) return { title: t`Tip pool` };
    return {
      title: verbatim(pool.title),
      description: pool.adultGate ? t`A pool for adults.` : verbatim(pool.description),
      canonical: pool.canonicalPath,
      image: poolShareImage(pool),
      imageAlt: t`${{ title: pool.title }}: ${{ progress: meterText({ goalCents: pool.fundingGoal, pledgedCents: pool.atEnd?.pledgedAmount ?? pool.pledgedAmount, paidCents: pool.currentAmount }) }}`,
      embeddable: !pool.adult,
      // Only crawlers read this, and they load the page from the server.
      jsonLd: import.meta.env.SSR && !pool.adult ? poolJsonLd(pool, site) : undefined,
      adult: pool.adult,
      noindex: unlisted.includes(pool.status),
    };
  },
  queries: ({ url, user }) => [poolAtPath(url.pathname), moneyTerms, ...(user ? [savedCards] : [])],
  canonicalPath: async ({ url, fetch }) => {
    // In the browser the page appears immediately with skeletons; the component then corrects the address.
    if (!import.meta.env.SSR) return undefined;
    return (await fetch(poolAtPath(url.pathname))).canonicalPath;
  },
  load: async ({ url, user, fetch }) => {
    if (!import.meta.env.SSR) return undefined;
    const pool = await fetch(poolAtPath(url.pathname));
    // Imported here, so that browsers do not load it.
    const { poolPageQueries } = await import('./pool-page-queries.ts');
    // If a read fails here, the component repeats it and shows the error.
    await Promise.allSettled(poolPageQueries(pool, url.searchParams, user?.role === 'admin').map(fetch));
    return undefined;
  },
});

/** Shows the canonical path in the address bar once the pool is known. */
function useCanonicalAddress(pool: Pool | undefined, path: string): void {
  const queries = useQueryClient();
  const { search, hash } = useLocation();
  useEffect(() => {
    if (!pool || pool.canonicalPath === path) return;
    queries.setQueryData(poolAtPath(pool.canonicalPath).queryKey, pool);
    navigate(pool.canonicalPath + search + hash, { replace: true, keepScroll: hash === '' });
  }, [pool, path, search, hash, queries]);
}

type ShareLook = Omit<ComponentProps<typeof ShareButton>, 'title' | 'path' | 'image' | 'pool'>;

function SharePool({ pool, ...look }: { pool: Pool } & ShareLook) {
  return <ShareButton title={pool.title} path={pool.canonicalPath} pool={pool} {...look} />;
}

function Menu({ pool }: { pool: Pool }) {
  if (useUser()?.role === 'admin') return <AdminPoolMenu pool={pool} />;
  return pool.isOwner ? <PoolMenu pool={pool} /> : <ReportMenu pool={pool} />;
}

function Box({ pool }: { pool: Pool }) {
  const asksAgain = hasEnded(pool.status) && pool.status !== 'removed' && !pool.isAssignedCreator;
  return (
    <PoolBoxCard meter={<PoolPageMeter pool={pool} />}>
      {pool.isAssignedCreator || pool.claim ? <CreatorPrompts pool={pool} /> : null}
      <PledgeBox
        pool={pool}
        who={requestedCreatorName(pool)}
        money={
          <p className="text-sm text-muted">
            <PoolMoney pool={pool} />
          </p>
        }
      />
      {asksAgain ? <AskAgain pool={pool} /> : null}
      <div className="flex flex-wrap gap-2">
        <PoolFollow pool={pool} />
        <PoolLikeButton pool={pool} />
        <div className="flex grow gap-2">
          {hidden.includes(pool.status) ? null : <SharePool pool={pool} className="grow" />}
          <Menu pool={pool} />
        </div>
      </div>
    </PoolBoxCard>
  );
}

const reportOfDelivery = ({ claimId }: DeliveredContent) => <ReportButton kind="content" id={claimId} small />;

const reportOfThanks = ({ id }: ThankYou) => <ReportButton kind="thanks" id={id} small />;
const reportOfUpdate = ({ id, author }: Update) => <ReportButton kind="update" id={id} name={author?.username} small />;

function Updates({ pool }: { pool: Pool }) {
  return (
    <UpdatesPanel
      pool={pool}
      reportOf={reportOfUpdate}
      commentsOf={(update) => <UpdateComments pool={pool} update={update} />}
    />
  );
}

/** Fans who pledged see only their pledge of a removed pool; the server sends them nothing else. */
const isRemovedFor = (pool: Pool, admin: boolean) =>
  pool.status === 'removed' && !pool.isOwner && !pool.isAssignedCreator && !admin;

/** The person who has just created the pool comes from the form, within the browser. */
function NewPool({ pool }: { pool: Pool }) {
  const here = useHydrated();
  if (!here || !pool.isOwner || (pool.status !== 'open' && pool.status !== 'in_review')) return null;
  const share = <SharePool pool={pool} size="lg" label={t`Share this pool`} />;
  return <NewPoolPanel pool={pool} share={share} />;
}

function Delivery({ pool }: { pool: Pool }) {
  const isAdmin = useUser()?.role === 'admin';
  if (!['delivery_review', 'delivered', 'completed', 'removed'].includes(pool.status)) return null;
  return <DeliveredSection pool={pool} isAdmin={isAdmin} reportOf={reportOfDelivery} reportOfThanks={reportOfThanks} />;
}

/** On a site that no longer offers adult content, the people of an adult pool still reach their pledges and what they paid for. */
function OwnBusiness({ pool }: { pool: Pool }) {
  if (!pool.isOwner && !pool.isAssignedCreator && !pool.myPledge) return null;
  return (
    <div className="mx-auto grid max-w-text gap-6">
      <Box pool={pool} />
      <Delivery pool={pool} />
    </div>
  );
}

function PoolView({ pool }: { pool: Pool }) {
  const tab = poolTabIn(useSearch(), pool);
  return (
    <>
      <PoolBreadcrumb pool={pool} />
      {pool.frozen ? <FrozenNotice /> : null}
      <NewPool pool={pool} />
      <GoalMoment pool={pool} />
      <PoolPageLayout
        head={
          <>
            <PoolCover pool={pool}>
              <PoolChips pool={pool} />
            </PoolCover>
            <h1 className="mt-5 max-w-title wrap-anywhere md:mt-6" dir="auto" lang={langOf(pool.language)}>
              {pool.title}
            </h1>
            <PoolByline pool={pool} />
            <PoolTags pool={pool} />
          </>
        }
        box={<Box pool={pool} />}
        body={
          <>
            <PoolTabs pool={pool} current={tab} preloadComments={loadComments} />
            <PoolPanel
              tab={tab}
              pool={pool}
              delivery={<Delivery pool={pool} />}
              updates={<Updates pool={pool} />}
              comments={<PoolComments pool={pool} />}
            />
          </>
        }
      />
      {hidden.includes(pool.status) ? null : <ChatDock place={{ kind: 'pool', poolId: pool.id, title: pool.title }} />}
    </>
  );
}

export function Component() {
  const { pathname } = useLocation();
  const admin = useUser()?.role === 'admin';
  const { data: pool, error, isFetching, refetch } = useData(poolAtPath(pathname));
  useLivePool(pool, pathname);
  // Stale data must not become the data of the canonical address.
  useCanonicalAddress(isFetching ? undefined : pool, pathname);
  const failed = error ? asAppError(error) : undefined;
  if (failed?.status === 404) throw failed;
  if (!pool) {
    if (!failed) return <PoolPageSkeleton />;
    return (
      <ErrorState
        title={t`We couldn’t load this pool`}
        error={failed}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  if (pool.myPledge && isRemovedFor(pool, admin)) {
    return <RemovedPoolForFan pool={pool} pledge={pool.myPledge} />;
  }
  return (
    <>
      {pool.adult ? <AgeGate active onRefuse={() => navigate(paths.feed)} /> : null}
      {pool.adultGate ? <AgeGatedPool gate={pool.adultGate} /> : <PoolView key={pool.id} pool={pool} />}
      {pool.adultGate === 'off' ? <OwnBusiness pool={pool} /> : null}
    </>
  );
}
