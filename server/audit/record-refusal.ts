import type { Platform } from '#server/platform/platform.ts';
import { insertAudit, lockTrail, wasRefusedLately } from './audit.sql.ts';
import type { AuditEntry } from './audit-entry.ts';

type Refusal = Omit<AuditEntry, 'status' | 'actorId'> & { actorId: string };

/**
 * Records a refused attempt, at most one per minute and person, action and target, so that a script cannot flood the trail. Starts its own
 * transaction, because the attempt's has rolled back. Logs a failure instead of throwing: the caller is refused either way.
 */
export async function recordRefusal({ db, log }: Pick<Platform, 'db' | 'log'>, refusal: Refusal): Promise<void> {
  try {
    if (await wasRefusedLately(db.sql, refusal)) return;
    await db.tx(async (tx) => {
      // Concurrent calls take turns here, so that only the first one is recorded.
      await lockTrail(tx);
      if (!(await wasRefusedLately(tx, refusal)))
        await insertAudit(tx, { ...refusal, status: 'refused', concerned: [] });
    });
  } catch (error) {
    log.error({ err: error }, 'could not record a refused attempt');
  }
}
