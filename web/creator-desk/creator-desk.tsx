import { CircleAlert } from 'lucide-react';
import { creatorPath } from '#contract/paths.ts';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Loaded, SkeletonList } from '#web/ui/faces.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DeskCardSkeleton } from './desk-card.tsx';
import { type Desk, desk, useLiveDesk } from './desk-data.ts';
import { EndedList, PayoutList } from './desk-history.tsx';
import { EarningsSkeleton, EarningsTiles } from './earnings-tiles.tsx';
import type { ViewDelivery } from './handed-in.tsx';
import { type DeskLink, LinkedPool, LinkOnDesk } from './linked-pool.tsx';
import { RequestList } from './request-list.tsx';
import { WorkList } from './work-list.tsx';

function DeskSkeleton() {
  return (
    <>
      <EarningsSkeleton />
      <div className="mt-20 grid gap-4">
        <SkeletonList count={3}>
          <DeskCardSkeleton />
        </SkeletonList>
      </div>
    </>
  );
}

function Everything({ data, link, view }: { data: Desk; link: DeskLink | undefined; view: ViewDelivery }) {
  useLiveDesk([...data.requests, ...data.work]);
  return (
    <LinkOnDesk value={link}>
      {link ? <LinkedPool link={link} desk={data} /> : null}
      {data.payoutsReady || !data.profile ? null : (
        <div className="notice mb-5" data-tone="danger">
          <CircleAlert aria-hidden="true" />
          <p>
            <b>Your payouts are not set up.</b> You can accept pools once they are.
          </p>
        </div>
      )}
      <EarningsTiles earnings={data.earnings} />
      {/* What is due comes first; without any, what is asked. */}
      {data.work.length > 0 ? <WorkList work={data.work} view={view} /> : null}
      <RequestList requests={data.requests} profile={data.profile} />
      {data.work.length > 0 ? null : <WorkList work={data.work} view={view} />}
      <PayoutList />
      <EndedList ended={data.done} />
    </LinkOnDesk>
  );
}

/** Requests waiting, work due and what was earned. */
export function CreatorDesk({ link, view }: { link: DeskLink | undefined; view: ViewDelivery }) {
  const all = useData(desk);
  const profile = all.data?.profile;
  return (
    <>
      <PageHeader
        title="Creator dashboard"
        lead="Who asks, what is due, and what it brings."
        actions={profile ? <LinkButton to={creatorPath(profile.username)}>Your public profile</LinkButton> : undefined}
      />
      <Loaded of={all} loading={<DeskSkeleton />} failed="Your dashboard could not be loaded">
        {(data) => <Everything data={data} link={link} view={view} />}
      </Loaded>
    </>
  );
}
