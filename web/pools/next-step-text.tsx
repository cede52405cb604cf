import type { ReactNode } from 'react';
import type { Pool } from '#contract/pools/pools.ts';
import { Day } from '#web/ui/time-left.tsx';

/** Two texts about a pool: its next step or its outcome, and the result for the money. */
export interface NextStepText {
  next: ReactNode;
  money: ReactNode;
}

export const words = (next: ReactNode, money: ReactNode): NextStepText => ({ next, money });
export const day = (at: string | null | undefined) => (at ? <Day at={at} /> : 'the due date');
export const notCharged = 'No card was charged, and every pledge was released.';
/** Matches the reasons that the server writes when no person gave one. */
const ownWords = /^(?:The (?:creator declined|pool was)|An objection to)/;

/** The reason that a person gave for ending the pool; null if only the server's standard reason exists. */
export function poolReason(pool: Pool): string | null {
  const reason = pool.events.at(-1)?.reason;
  return reason && !ownWords.test(reason) ? reason : null;
}

/** Whether a copyright notice ended the delivered pool, instead of an objection. */
export const isTakenDown = ({ endReason }: Pool) => endReason?.startsWith('The delivery was taken down') === true;

/** The server's sentence about a pool that has waited too long for an admin. */
export const waitedTooLong = ({ endReason }: Pool) =>
  endReason && /^The (?:pool was frozen|delivery was not reviewed|payout was held)[^.]*\./.exec(endReason)?.[0];

/** Says that the delivery came, and that no objection was upheld, unless an earlier delivery was redone because of one. */
export function delivered(who: string, { events }: Pool): string {
  const wasRedone = events.some(({ from, to }) => from === 'delivered' && to === 'in_production');
  return `${who} delivered${wasRedone ? '' : ', and no objection was upheld'}.`;
}

export function withReason(sentence: string, { pool }: { pool: Pool }, given = 'The reason given'): string {
  const reason = poolReason(pool);
  return reason ? `${sentence} ${given}: “${reason}”` : sentence;
}
