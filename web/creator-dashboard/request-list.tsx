import { Inbox } from 'lucide-react';
import type { CreatorRequest } from '#contract/creator-dashboard.ts';
import { formatMoney } from '#contract/money.ts';
import { creatorPath, requestPath } from '#contract/paths.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/loading-states.tsx';
import { TimeLeft } from '#web/ui/time-left.tsx';
import { DashboardCard } from './dashboard-card.tsx';
import type { Dashboard } from './dashboard-data.ts';

function RequestCard({ pool }: { pool: CreatorRequest }) {
  const met = pool.status === 'goal_met';
  const until = pool.clocks.responseDueAt ?? pool.deadline;
  return (
    <DashboardCard
      pool={pool}
      facts={[
        [met ? 'Time left to answer' : 'Funding ends in', <TimeLeft key="left" until={until} />],
        ['You would receive', formatMoney(pool.forecast.netCents)],
      ]}
      actions={
        <LinkButton to={requestPath(pool.id)} keepScroll variant={met ? 'primary' : 'quiet'} wide>
          {met ? 'View terms and answer' : 'View terms'}
        </LinkButton>
      }
    >
      <p className="line-clamp-3">{pool.description}</p>
    </DashboardCard>
  );
}

/** Sorts pools with a met goal by response deadline, then the others by pledged percentage. */
function byUrgency(a: CreatorRequest, b: CreatorRequest): number {
  const due = ({ status, clocks, deadline }: CreatorRequest) =>
    status === 'goal_met' ? Date.parse(clocks.responseDueAt ?? deadline) : Number.MAX_SAFE_INTEGER;
  return due(a) - due(b) || b.pledgedPercentage - a.pledgedPercentage;
}

/** Requests that wait for the creator's answer. */
export function RequestList({ requests, profile }: Pick<Dashboard, 'requests' | 'profile'>) {
  return (
    <section className="desk-section" aria-labelledby="requests">
      <h2 id="requests">
        <Inbox aria-hidden="true" />
        Waiting for your answer <span className="desk-count">{requests.length}</span>
      </h2>
      {requests.length === 0 ? (
        <div className="card">
          <EmptyState
            title="No requests right now"
            actions={
              profile ? <LinkButton to={creatorPath(profile.username)}>View your public profile</LinkButton> : null
            }
          >
            Requests for you appear here as soon as fans start them. Share your profile, so that fans can find you.
          </EmptyState>
        </div>
      ) : (
        <div className="grid gap-4">
          {[...requests].sort(byUrgency).map((pool) => (
            <RequestCard key={pool.id} pool={pool} />
          ))}
        </div>
      )}
    </section>
  );
}
