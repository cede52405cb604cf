import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';

/** Opens a transaction that settles something of a subject: whoever owns the subject locks its rows first (one order everywhere). */
export function settling<T>(context: Platform, subject: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return context.db.tx(async (tx) => {
    await context.facts.tell(tx, 'payment.locking', { subject });
    return work(tx);
  });
}
