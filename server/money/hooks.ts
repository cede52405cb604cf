import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import type { PaidPool } from './payouts/describe-transfer.ts';

interface Attempt {
  subject: string;
  userId: string;
  processor: string;
  amountCents: number;
}

declare module '#server/platform/hooks.ts' {
  interface HookMap {
    /**
     * Locks the rows of the subject that precede payments in the lock order. Asked first in every transaction that settles something of
     * a subject.
     */
    'payment.lock_subject': (tx: Tx, subject: string) => Promise<void>;
    /** Throws if a charge of this amount may not begin. Asked before an attempt is stored and before its charge is confirmed. */
    'payment.assert_wanted': (tx: Tx, attempt: Attempt) => Promise<void>;
    /** The pool whose money a payout of this subject moves; null for other subjects. Its title is one that anyone may read. */
    'payout.describe_pool': (sql: Connection, subject: string) => Promise<PaidPool | null>;
    /** Throws if a saved card is in use. */
    'card.assert_unused': (tx: Tx, card: { cardId: string; userId: string }) => Promise<void>;
  }
}
