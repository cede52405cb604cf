import { CircleAlert } from 'lucide-react';
import { creatorPath } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Loaded, SkeletonList } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DashboardCardSkeleton } from './dashboard-card.tsx';
import { type Dashboard, dashboard, useLiveDashboard } from './dashboard-data.ts';
import { EndedList, PayoutList } from './dashboard-history.tsx';
import { EarningsSkeleton, EarningsTiles } from './earnings-tiles.tsx';
import { type DashboardLink, DashboardLinkContext, LinkedPool } from './linked-pool.tsx';
import { RequestList } from './request-list.tsx';
import type { ViewDelivery } from './submitted-delivery.tsx';
import { WorkList } from './work-list.tsx';

function DeskSkeleton() {
  return (
    <>
      <EarningsSkeleton />
      <div className="mt-20 grid gap-4">
        <SkeletonList count={3}>
          <DashboardCardSkeleton />
        </SkeletonList>
      </div>
    </>
  );
}

function Everything({ data, link, view }: { data: Dashboard; link: DashboardLink | undefined; view: ViewDelivery }) {
  useLiveDashboard([...data.requests, ...data.work]);
  return (
    <DashboardLinkContext value={link}>
      {link ? <LinkedPool link={link} dashboard={data} /> : null}
      {data.payoutsReady || !data.profile ? null : (
        <div className="notice mb-5" data-tone="danger">
          <CircleAlert aria-hidden="true" />
          <p>
            <b>Your payouts are not set up.</b> You can accept pools once they are.
          </p>
        </div>
      )}
      <EarningsTiles earnings={data.earnings} />
      {/* Work comes first. Without any, requests do. */}
      {data.work.length > 0 ? <WorkList work={data.work} view={view} /> : null}
      <RequestList requests={data.requests} profile={data.profile} />
      {data.work.length > 0 ? null : <WorkList work={data.work} view={view} />}
      <PayoutList />
      <EndedList ended={data.done} />
    </DashboardLinkContext>
  );
}

/** The creator's requests, work and earnings. */
export function CreatorDashboard({ link, view }: { link: DashboardLink | undefined; view: ViewDelivery }) {
  const all = useData(dashboard);
  const profile = all.data?.profile;
  return (
    <>
      <PageHeader
        title="Creator dashboard"
        lead="Your requests, deliveries and earnings."
        actions={profile ? <LinkButton to={creatorPath(profile.username)}>Your public profile</LinkButton> : undefined}
      />
      <Loaded of={all} loading={<DeskSkeleton />} failed="We couldn’t load your dashboard">
        {(data) => <Everything data={data} link={link} view={view} />}
      </Loaded>
    </>
  );
}
