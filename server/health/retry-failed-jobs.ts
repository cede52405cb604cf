import { writeAudit } from '#server/audit/write-audit.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type JobFacts, readJobFacts } from './health.sql.ts';

/**
 * Runs the failed jobs of a kind again, and records who asked. Jobs are idempotent, so one whose last attempt had an effect does no
 * harm. Returns how many there were; a concurrent call finds none.
 */
export async function retryFailedJobs(
  { db, jobs }: Platform,
  { actor, ip }: { actor: Actor; ip: string },
  kind: string,
): Promise<number> {
  return db.tx(async (tx) => {
    const retried = await jobs.retryFailed(tx, kind);
    if (retried === 0) return 0;
    await writeAudit(tx, {
      actorId: actor.userId,
      action: 'jobs.retried',
      targetKind: 'jobs',
      targetId: kind,
      before: {},
      after: { retried },
      reason: null,
      ip,
      concerned: 'no_one',
    });
    return retried;
  });
}

/** Whether jobs run and end well, for the health page and `cli doctor`. Undefined before the first start. */
export function readJobs({ db }: Pick<Platform, 'db'>): Promise<JobFacts | undefined> {
  return readJobFacts(db.sql);
}
