import type {} from '#server/comments/facts.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { insertAudit } from './audit.sql.ts';

/** An admin who deletes somebody's comment where it stands leaves the same trace as one who upholds a report of it. */
export async function auditRemovedComment(
  tx: Tx,
  { commentId, poolId, authorId, byId, through }: FactMap['comment.removed'],
): Promise<void> {
  if (through !== 'admin') return;
  await insertAudit(tx, {
    actorId: byId,
    action: 'comment.removed',
    targetKind: 'comment',
    targetId: commentId,
    before: { poolId, authorId },
    after: {},
    reason: null,
    ip: '',
  });
}
