import { writeAudit } from '#server/audit/write-audit.ts';
import type {} from '#server/comments/facts.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** Audits a comment that an admin deleted directly. Upholding a report writes its own audit row. */
export async function auditRemovedComment(
  tx: Tx,
  { commentId, poolId, authorId, byId, through }: FactMap['comment.removed'],
): Promise<void> {
  if (through !== 'admin') return;
  await writeAudit(tx, {
    actorId: byId,
    action: 'comment.removed',
    targetKind: 'comment',
    targetId: commentId,
    before: { poolId, authorId },
    after: {},
    reason: null,
    ip: '',
    concerned: [authorId],
  });
}
