import { paths } from '#contract/paths.ts';
import { CreatorDashboard } from '#web/creator-dashboard/creator-dashboard.tsx';
import { dashboard, payouts } from '#web/creator-dashboard/dashboard-data.ts';
import { DeliverPool } from '#web/creator-dashboard/deliver-pool.tsx';
import { useSearch } from '#web/data/location.tsx';
import { definePage } from '#web/data/page.ts';
import { DeliveryView } from '#web/delivery/delivery-view.tsx';

export const page = definePage({
  head: ({ url }) => ({
    title: url.searchParams.has('deliver') ? 'Submit a delivery' : 'Creator dashboard',
    description: 'Requests waiting for your answer, deliveries due, and payouts.',
    canonical: paths.dashboard,
    noindex: true,
  }),
  queries: () => [dashboard, payouts],
});

export function Component() {
  const search = useSearch();
  const delivering = search.get('deliver');
  if (delivering) return <DeliverPool key={delivering} poolId={delivering} />;
  const request = search.get('request');
  const poolId = request ?? search.get('pool');
  return (
    <CreatorDashboard
      link={poolId ? { poolId, toAnswer: request !== null } : undefined}
      view={(delivery) => <DeliveryView key={delivery.claimId} delivery={delivery} />}
    />
  );
}
