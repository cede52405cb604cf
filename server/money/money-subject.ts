import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import type { MoneyContext } from './money-context.ts';

/** Opens a transaction that settles something of a subject: whoever owns the subject locks its rows first (one order everywhere). */
export function settling<T>(context: MoneyContext, subject: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return context.db.tx(async (tx) => {
    await context.facts.tell(tx, 'payment.locking', { subject });
    return work(tx);
  });
}
