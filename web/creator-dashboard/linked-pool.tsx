import { Info } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { poolStatusWords } from '#contract/pool-status-labels.ts';
import { TextLink } from '#web/ui/link.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import type { Dashboard } from './dashboard-data.ts';

/** Which pool a link to the dashboard leads to. */
export interface DashboardLink {
  poolId: string;
  /** The link asks to answer the pool's request. */
  toAnswer: boolean;
}

export const DashboardLinkContext = createContext<DashboardLink | undefined>(undefined);

/** The link, for the card of the pool that it leads to. */
export function useLinkTo(poolId: string): DashboardLink | undefined {
  const link = useContext(DashboardLinkContext);
  return link?.poolId === poolId ? link : undefined;
}

export const dashboardCardId = (poolId: string) => `pool-card-${poolId}`;

/** Brings the linked card into view and focuses it, once it is there. */
function useFocusedCard(poolId: string, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const card = document.getElementById(dashboardCardId(poolId));
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  }, [poolId, isThere]);
}

/** The request that a link opens. If it is over, says what became of it; if it was accepted, its card in the work does. */
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
      <DashboardNotice title={`This pool is over: ${poolStatusWords[over.status]}.`}>
        <TextLink to={over.canonicalPath}>See what happened</TextLink>
      </DashboardNotice>
    );
  }
  return (
    <DashboardNotice title="This request is not on your dashboard.">
      It was withdrawn, or another creator is asked now.
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
