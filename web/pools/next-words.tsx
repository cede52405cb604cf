import type { ReactNode } from 'react';
import type { Pool } from '#contract/pools.ts';
import { Day } from '#web/ui/time-left.tsx';

/** What comes next, or how it ended; and what becomes of the money. */
export interface NextWords {
  next: ReactNode;
  money: ReactNode;
}

export const words = (next: ReactNode, money: ReactNode): NextWords => ({ next, money });
export const day = (at: string | null | undefined) => (at ? <Day at={at} /> : 'the due date');
export const notCharged = 'No card was charged, and all cards are released.';
/** What the system says by itself when nobody gave a reason. */
const ownWords = /^(?:The (?:creator declined|pool was)|An objection to)/;

/** Why a person ended the pool, in their words; null where the system's own words are all there is. */
export function poolReason(pool: Pool): string | null {
  const reason = pool.events.at(-1)?.reason;
  return reason && !ownWords.test(reason) ? reason : null;
}

export function withReason(sentence: string, { pool }: { pool: Pool }, given = 'The reason given'): string {
  const reason = poolReason(pool);
  return reason ? `${sentence} ${given}: “${reason}”` : sentence;
}
