import { Info } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { poolStatusWords } from '#contract/pool-status-labels.ts';
import { TextLink } from '#web/ui/link.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import type { Dashboard } from './dashboard-data.ts';

/** The pool that a link to the dashboard points to. */
export interface DashboardLink {
  poolId: string;
  /** The link opens the request's terms. */
  toAnswer: boolean;
}

export const DashboardLinkContext = createContext<DashboardLink | undefined>(undefined);

/** The dashboard link if it points to this pool. */
export function useLinkTo(poolId: string): DashboardLink | undefined {
  const link = useContext(DashboardLinkContext);
  return link?.poolId === poolId ? link : undefined;
}

export const dashboardCardId = (poolId: string) => `pool-card-${poolId}`;

/** Scrolls to the linked card and focuses it once it exists. */
function useFocusedCard(poolId: string, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const card = document.getElementById(dashboardCardId(poolId));
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  }, [poolId, isThere]);
}

/** Opens the request of a link. An ended request shows its outcome here; an accepted one has a card in the work list. */
export function LinkedPool({ link: { poolId, toAnswer }, dashboard }: { link: DashboardLink; dashboard: Dashboard }) {
  const isHere = ({ id }: { id: string }) => id === poolId;
  const request = dashboard.requests.find(isHere);
  const working = dashboard.work.some(isHere);
  useFocusedCard(poolId, working || (request !== undefined && !toAnswer));
  if (request) return toAnswer ? <AnswerDialog key={poolId} dashboard={dashboard} pool={request} /> : null;
  if (working) return null;
  const over = dashboard.done.find(isHere);
  if (over) {
    return (
      <DashboardNotice title={`This pool has ended: ${poolStatusWords[over.status]}.`}>
        <TextLink to={over.canonicalPath}>See what happened</TextLink>
      </DashboardNotice>
    );
  }
  return (
    <DashboardNotice title="This request is not on your dashboard.">
      It was withdrawn, or it is now assigned to another creator.
    </DashboardNotice>
  );
}

function DashboardNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="notice mb-5" role="status">
      <Info aria-hidden="true" />
      <p>
        <b>{title}</b> {children}
      </p>
    </div>
  );
}
