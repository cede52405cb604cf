import { writeAudit } from '#server/audit/write-audit.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from '#server/updates/facts.ts';

/** Audits an update that an admin deleted directly. Upholding a report writes its own audit row. */
export async function auditRemovedUpdate(
  tx: Tx,
  { updateId, poolId, authorId, byId, through }: FactMap['update.removed'],
): Promise<void> {
  if (through !== 'admin') return;
  await writeAudit(tx, {
    actorId: byId,
    action: 'update.removed',
    targetKind: 'update',
    targetId: updateId,
    before: { poolId, authorId },
    after: {},
    reason: null,
    ip: '',
    concerned: [authorId],
  });
}
