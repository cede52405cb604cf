import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';

/**
 * Runs `work` in a transaction in which the module of the subject has locked its rows first. The same lock order everywhere avoids
 * deadlocks.
 */
export function withSubjectLocks<T>(context: Platform, subject: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return context.db.tx(async (tx) => {
    await context.facts.publish(tx, 'payment.locking', { subject });
    return work(tx);
  });
}
