import type { ReactNode } from 'react';
import { msg, t } from '#contract/language/text.ts';
import { creatorPath, type DashboardView, dashboardViewPath, paths } from '#contract/paths.ts';
import { webhooksPath } from '#contract/webhooks/webhook-paths.ts';
import { useSearch } from '#web/data/location.tsx';
import { useData } from '#web/data/query.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Loaded, SkeletonList } from '#web/ui/loading-states.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { LinkTabs } from '#web/ui/tabs.tsx';
import { DashboardCardSkeleton } from './dashboard-card.tsx';
import { type Dashboard, dashboard, useLiveDashboard } from './dashboard-data.ts';
import { EndedList } from './dashboard-history.tsx';
import { type DashboardLink, DashboardLinkContext } from './dashboard-link.ts';
import { EarningsSkeleton, EarningsTiles } from './earnings-tiles.tsx';
import { EarningsView } from './earnings-view.tsx';
import { FirstStepList, type ShareProfile, ShareStep } from './first-steps/first-step-list.tsx';
import { LinkedPool } from './linked-pool.tsx';
import { PayoutAccount } from './payout-account.tsx';
import { usePayoutReturn } from './payout-pages.ts';
import { RequestList } from './request-list.tsx';
import { RequestTermsForm } from './request-terms-form.tsx';
import { listPageIn } from './stage-page.tsx';
import type { ViewDelivery } from './submitted-delivery.tsx';
import { WorkList } from './work-list.tsx';

function DashboardSkeleton() {
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

interface OverviewProps {
  data: Dashboard;
  link: DashboardLink | undefined;
  view: ViewDelivery;
  share: ShareProfile;
  /** The pools that any creator can take. */
  openPools: ReactNode;
}

const isZero = (earnings: Dashboard['earnings']) => Object.values(earnings).every((cents) => cents === 0);

/** New creators see what to do first instead of amounts that are all $0. */
function StepsOrEarnings({ data, share }: Pick<OverviewProps, 'data' | 'share'>) {
  const { firstSteps, earnings } = data;
  const steps = firstSteps ? (
    <FirstStepList steps={firstSteps} share={<ShareStep data={data} label={t`Share your page`} share={share} />} />
  ) : null;
  return (
    <>
      {steps}
      {steps && isZero(earnings) ? null : (
        <div className={steps ? 'mt-6' : undefined}>
          <EarningsTiles earnings={earnings} />
        </div>
      )}
    </>
  );
}

function Elsewhere() {
  const linkTo = (to: string) => (text: ReactNode) => (
    <Link to={to} className="link">
      {text}
    </Link>
  );
  return (
    <p className="mt-10 text-sm text-muted print:hidden">
      <RichText
        text={msg`Post what happens in your pools <channels>in Discord or Slack</channels>, or show a pool <overlays>in your live stream</overlays>.`}
        tags={{ channels: linkTo(webhooksPath), overlays: linkTo(paths.overlays) }}
      />
    </p>
  );
}

function Overview({ data, link, view, share, openPools }: OverviewProps) {
  useLiveDashboard([...data.requests, ...data.work]);
  const params = useSearch();
  const requests = <RequestList dashboard={data} page={listPageIn(params, 'requests')} share={share} />;
  const work = <WorkList dashboard={data} page={listPageIn(params, 'work')} view={view} />;
  // Requests come first while the clock of one runs, and when there is no work.
  const isRequestFirst = data.requests[0]?.status === 'goal_met' || data.counts.working === 0;
  return (
    <DashboardLinkContext value={link}>
      {link ? <LinkedPool link={link} dashboard={data} view={view} /> : null}
      <div id="payout-setup">
        <PayoutAccount dashboard={data} />
      </div>
      <StepsOrEarnings data={data} share={share} />
      {isRequestFirst ? requests : work}
      {isRequestFirst ? work : requests}
      {data.profile ? openPools : null}
      {data.profile ? <Elsewhere /> : null}
    </DashboardLinkContext>
  );
}

function Tabs({ data, view }: { data: Dashboard; view: DashboardView | undefined }) {
  const { waiting, working, ended } = data.counts;
  return (
    <div className="mb-6 print:hidden">
      <LinkTabs
        label={t`Parts of the dashboard`}
        tabs={[
          { to: paths.dashboard, label: t`Overview`, count: waiting + working, current: view === undefined },
          { to: dashboardViewPath('ended'), label: t`Ended`, count: ended, current: view === 'ended' },
          { to: dashboardViewPath('earnings'), label: t`Earnings`, current: view === 'earnings' },
          ...(data.profile
            ? [
                { to: dashboardViewPath('page'), label: t`Your page`, current: view === 'page' },
                { to: dashboardViewPath('terms'), label: t`Request terms`, current: view === 'terms' },
              ]
            : []),
        ]}
      />
    </div>
  );
}

interface ContentProps extends OverviewProps {
  shown: DashboardView | undefined;
  pageEditor: ReactNode;
}

function Content({ shown, pageEditor, ...overview }: ContentProps) {
  const params = useSearch();
  const { data } = overview;
  if (shown === 'ended') return <EndedList page={listPageIn(params, 'page')} />;
  if (shown === 'earnings') {
    return <EarningsView dashboard={data} month={params.get('month')} page={listPageIn(params, 'payouts')} />;
  }
  if (shown === 'terms' && data.profile) return <RequestTermsForm username={data.profile.username} />;
  if (shown === 'page' && data.profile) return pageEditor;
  return <Overview {...overview} />;
}

export interface CreatorDashboardProps extends Omit<OverviewProps, 'data'> {
  /** The part of the dashboard to show; the overview by default. */
  shown: DashboardView | undefined;
  /** The form in which the creator edits their page. */
  pageEditor: ReactNode;
}

/** The creator's requests, work and earnings. */
export function CreatorDashboard({ shown, pageEditor, ...overview }: CreatorDashboardProps) {
  usePayoutReturn();
  const all = useData(dashboard);
  const profile = all.data?.profile;
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={t`Creator dashboard`}
          lead={t`Your requests, deliveries and earnings.`}
          actions={
            profile ? <LinkButton to={creatorPath(profile.username)}>{t`Your public profile`}</LinkButton> : undefined
          }
        />
      </div>
      <Loaded of={all} loading={<DashboardSkeleton />} failed={t`We couldn’t load your dashboard`}>
        {(data) => (
          <>
            <Tabs data={data} view={shown} />
            <Content data={data} shown={shown} pageEditor={pageEditor} {...overview} />
          </>
        )}
      </Loaded>
    </>
  );
}
