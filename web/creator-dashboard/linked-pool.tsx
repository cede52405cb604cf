import { Info } from 'lucide-react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { poolStatusWords } from '#contract/pool-words.ts';
import { TextLink } from '#web/ui/link.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import type { Desk } from './dashboard-data.ts';

/** Which pool a link to the dashboard leads to. */
export interface DeskLink {
  poolId: string;
  /** The link asks to answer the pool's request. */
  toAnswer: boolean;
}

export const LinkOnDesk = createContext<DeskLink | undefined>(undefined);

/** The link, for the card of the pool that it leads to. */
export function useLinkTo(poolId: string): DeskLink | undefined {
  const link = useContext(LinkOnDesk);
  return link?.poolId === poolId ? link : undefined;
}

export const deskCardId = (poolId: string) => `pool-card-${poolId}`;

/** Brings the linked card into view and focuses it, once it is there. */
function useFocusedCard(poolId: string, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const card = document.getElementById(deskCardId(poolId));
    card?.scrollIntoView({ block: 'center' });
    card?.focus({ preventScroll: true });
  }, [poolId, isThere]);
}

/** The request that a link opens. If it is over, says what became of it; if it was accepted, its card in the work does. */
export function LinkedPool({ link: { poolId, toAnswer }, desk }: { link: DeskLink; desk: Desk }) {
  const isHere = ({ id }: { id: string }) => id === poolId;
  const request = desk.requests.find(isHere);
  const working = desk.work.some(isHere);
  useFocusedCard(poolId, working || (request !== undefined && !toAnswer));
  if (request) return toAnswer ? <AnswerDialog key={poolId} desk={desk} pool={request} /> : null;
  if (working) return null;
  const over = desk.done.find(isHere);
  if (over) {
    return (
      <Said title={`This pool is over: ${poolStatusWords[over.status]}.`}>
        <TextLink to={over.canonicalPath}>See what happened</TextLink>
      </Said>
    );
  }
  return <Said title="This request is not on your dashboard.">It was withdrawn, or another creator is asked now.</Said>;
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="notice mb-5" role="status">
      <Info aria-hidden="true" />
      <p>
        <b>{title}</b> {children}
      </p>
    </div>
  );
}
