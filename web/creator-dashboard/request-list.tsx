import { Inbox } from 'lucide-react';
import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { sentences, t } from '#contract/language/text.ts';
import { creatorPath, paths, requestPath } from '#contract/paths.ts';
import { useUser } from '#web/data/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { DashboardCard } from './dashboard-card.tsx';
import type { Dashboard } from './dashboard-data.ts';
import { DashboardSection } from './dashboard-section.tsx';
import { FansLink } from './fans-link.tsx';
import { type ShareProfile, ShareStep } from './first-steps/first-step-list.tsx';
import { forecastBasis, forecastFacts } from './forecast-facts.tsx';
import { StagePage } from './stage-page.tsx';

/** A request with its deadline, its forecast and the way to answer it. */
export function RequestCard({ pool }: { pool: CreatorRequest }) {
  const met = pool.status === 'goal_met';
  const until = pool.clocks.responseDueAt ?? pool.deadline;
  return (
    <DashboardCard
      pool={pool}
      facts={[
        [met ? t`Time left to answer` : t`Funding ends in`, <TimeLeft key="left" until={until} />],
        ...forecastFacts(pool),
      ]}
      actions={
        <>
          <LinkButton to={requestPath(pool.id)} keepScroll variant={met ? 'primary' : 'quiet'} wide>
            {met ? t`View terms and answer` : t`View terms`}
          </LinkButton>
          <FansLink pool={pool} />
        </>
      }
    >
      <p className="line-clamp-3" dir="auto">
        {pool.description}
      </p>
    </DashboardCard>
  );
}

function NoRequests({ dashboard, share }: { dashboard: Dashboard; share: ShareProfile }) {
  const { profile } = dashboard;
  const isCreator = useUser()?.role === 'creator';
  if (!profile && isCreator) {
    return (
      <EmptyState
        title={t`You have no profile yet`}
        actions={<LinkButton to={paths.becomeCreator} variant="primary">{t`Apply for a profile`}</LinkButton>}
      >{t`Fans can start requests for you as soon as you have a public profile.`}</EmptyState>
    );
  }
  return (
    <EmptyState
      title={t`No requests right now`}
      actions={
        profile ? (
          <>
            <ShareStep data={dashboard} label={t`Share your profile`} share={share} />
            <LinkButton to={creatorPath(profile.username)}>{t`View your public profile`}</LinkButton>
          </>
        ) : null
      }
    >
      {sentences(
        t`Requests for you appear here as soon as fans start them.`,
        profile ? t`Share your profile, so that fans can find you.` : undefined,
      )}
    </EmptyState>
  );
}

interface RequestListProps {
  dashboard: Dashboard;
  page: number;
  share: ShareProfile;
}

/** Requests that wait for the creator's answer, those whose clock runs first. */
export function RequestList({ dashboard, page, share }: RequestListProps) {
  const { requests, counts } = dashboard;
  const [first] = requests;
  return (
    <DashboardSection
      id="requests"
      title={t`Waiting for your answer`}
      icon={<Inbox aria-hidden="true" />}
      count={counts.waiting}
    >
      {counts.waiting === 0 ? (
        <div className="card">
          <NoRequests dashboard={dashboard} share={share} />
        </div>
      ) : (
        <>
          <p className="mb-4 max-w-204 text-sm text-muted">{forecastBasis(first?.expected ?? null)}</p>
          <StagePage stage="waiting" first={requests} total={counts.waiting} page={page} param="requests">
            {(pool) => <RequestCard key={pool.id} pool={pool} />}
          </StagePage>
        </>
      )}
    </DashboardSection>
  );
}
