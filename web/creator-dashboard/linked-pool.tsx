import { Info } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { sentenceSpace, type Text, t, textOf } from '#contract/language/text.ts';
import { endedPoolStatuses, poolStatusWords } from '#contract/pools/pool-status.ts';
import { useData } from '#web/data/query.ts';
import { TextLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/loading-states.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { type Dashboard, requestOf } from './dashboard-data.ts';
import { type DashboardLink, dashboardCardId } from './dashboard-link.ts';
import { RequestCard } from './request-list.tsx';
import type { ViewDelivery } from './submitted-delivery.tsx';
import { WorkCard } from './work-list.tsx';

/** Scrolls to the linked card and focuses it once it exists. */
function useFocusedCard(poolId: string, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const card = document.getElementById(dashboardCardId(poolId));
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  }, [poolId, isThere]);
}

interface LinkedPoolProps {
  link: DashboardLink;
  dashboard: Dashboard;
  view: ViewDelivery;
}

/**
 * Opens the pool of a link. An ended request shows its outcome here; one that waits for an answer opens its terms. A pool on a further
 * page of its list is read on its own and shown above the lists.
 */
export function LinkedPool({ link: { poolId, toAnswer }, dashboard, view }: LinkedPoolProps) {
  const isHere = ({ id }: { id: string }) => id === poolId;
  const listed = [...dashboard.requests, ...dashboard.work].find(isHere);
  const known = listed ?? dashboard.done.find(isHere);
  const alone = useData(requestOf(poolId), { enabled: !known });
  const pool = known ?? alone.data?.request ?? undefined;
  const isWaiting = pool?.status === 'open' || pool?.status === 'goal_met';
  const isEnded = pool && endedPoolStatuses.includes(pool.status);
  useFocusedCard(poolId, pool !== undefined && !isEnded && !(isWaiting && toAnswer));
  if (!pool) {
    if (alone.isPending) return <Skeleton className="mb-5 h-52 rounded-xl" />;
    return (
      <DashboardNotice
        title={t`This request is not on your dashboard.`}
      >{t`It was withdrawn, or it is now assigned to another creator.`}</DashboardNotice>
    );
  }
  if (isEnded) {
    return (
      <DashboardNotice title={t`This pool has ended: ${{ status: textOf(poolStatusWords[pool.status]) }}.`}>
        <TextLink to={pool.canonicalPath}>{t`See what happened`}</TextLink>
      </DashboardNotice>
    );
  }
  const card = isWaiting ? <RequestCard pool={pool} /> : <WorkCard pool={pool} view={view} />;
  return (
    <>
      {isWaiting && toAnswer ? <AnswerDialog key={poolId} dashboard={dashboard} pool={pool} /> : null}
      {listed ? null : <div className="mb-8">{card}</div>}
    </>
  );
}

function DashboardNotice({ title, children }: { title: Text; children: ReactNode }) {
  return (
    <div className="notice mb-5" role="status">
      <Info aria-hidden="true" />
      <p>
        <b>{title}</b>
        {sentenceSpace()}
        <span className="contents">{children}</span>
      </p>
    </div>
  );
}
