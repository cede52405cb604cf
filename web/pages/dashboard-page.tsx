import type { CreatorSummary } from '#contract/creators/creators.ts';
import { type Text, t } from '#contract/language/text.ts';
import { creatorPath, dashboardViews, paths } from '#contract/paths.ts';
import { creatorShareImage } from '#contract/sharing.ts';
import { CreatorDashboard } from '#web/creator-dashboard/creator-dashboard.tsx';
import {
  contributorsOf,
  dashboard,
  monthlyEarnings,
  payoutsOn,
  requestOf,
  requestsOn,
  requestTerms,
  sentMessagesOf,
  siteTerms,
} from '#web/creator-dashboard/dashboard-data.ts';
import { DeliverPool } from '#web/creator-dashboard/deliver-pool.tsx';
import { PoolFans } from '#web/creator-dashboard/pool-fans.tsx';
import { listPageIn } from '#web/creator-dashboard/stage-page.tsx';
import { allCategories } from '#web/creators/category-field.tsx';
import { EditPage, ownPage } from '#web/creators/edit-page.tsx';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { useSite } from '#web/data/session.ts';
import { DeliveryView } from '#web/delivery/delivery-view.tsx';
import { openToAny } from '#web/pools/feed-filter.ts';
import { PoolsForAnyCreator } from '#web/pools/pools-for-any-creator.tsx';
import { ShareButton } from '#web/sharing/share-button.tsx';

const viewIn = (params: URLSearchParams) => dashboardViews.find((view) => view === params.get('view'));

function titleOf(params: URLSearchParams): Text {
  if (params.has('deliver')) return t`Submit a delivery`;
  if (params.has('fans')) return t({ message: 'Fans', context: 'title of the page that lists the fans of a pool' });
  const titles = { ended: t`Ended pools`, earnings: t`Earnings`, terms: t`Request terms`, page: t`Your page` };
  const view = viewIn(params);
  return view ? titles[view] : t`Creator dashboard`;
}

/** The queries of the part that the URL asks for. */
function queriesOf(params: URLSearchParams) {
  const delivering = params.get('deliver');
  if (delivering) return [requestOf(delivering), siteTerms];
  const fans = params.get('fans');
  if (fans) return [requestOf(fans), contributorsOf(fans, listPageIn(params, 'page')), sentMessagesOf(fans)];
  switch (viewIn(params)) {
    case 'ended':
      return [dashboard, requestsOn('ended', listPageIn(params, 'page'))];
    case 'earnings':
      return [dashboard, monthlyEarnings, payoutsOn(listPageIn(params, 'payouts'))];
    case 'terms':
      return [dashboard, requestTerms];
    case 'page':
      return [dashboard, ownPage, allCategories];
    default:
      return [dashboard, openToAny];
  }
}

export const page = definePage({
  head: ({ url }) => ({
    title: titleOf(url.searchParams),
    description: t`Requests waiting for your answer, deliveries due, and payouts.`,
    canonical: paths.dashboard,
    noindex: true,
  }),
  queries: ({ url }) => queriesOf(url.searchParams),
});

function ShareProfile({ profile, ...button }: { profile: CreatorSummary; label: Text; onShare: () => void }) {
  const { brandName } = useSite();
  return (
    <ShareButton
      title={t`${{ name: profile.displayName }} on ${{ brand: brandName }}`}
      path={creatorPath(profile.username)}
      image={creatorShareImage(profile.username)}
      {...button}
    />
  );
}

export function Component() {
  const search = useSearch();
  const delivering = search.get('deliver');
  if (delivering) {
    return (
      <DeliverPool
        key={delivering}
        poolId={delivering}
        preview={(delivery, from) => <DeliveryView delivery={delivery} from={from} />}
      />
    );
  }
  const fans = search.get('fans');
  if (fans) return <PoolFans key={fans} poolId={fans} />;
  const request = search.get('request');
  const poolId = request ?? search.get('pool');
  return (
    <CreatorDashboard
      link={poolId ? { poolId, toAnswer: request !== null } : undefined}
      shown={viewIn(search)}
      view={(delivery) => <DeliveryView key={delivery.claimId} delivery={delivery} />}
      pageEditor={<EditPage />}
      share={(profile, button) => <ShareProfile profile={profile} {...button} />}
      openPools={<PoolsForAnyCreator />}
    />
  );
}
