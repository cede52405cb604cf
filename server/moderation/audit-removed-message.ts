import { writeAudit } from '#server/audit/write-audit.ts';
import type {} from '#server/chat/facts.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/** Audits a message that an admin deleted directly. Upholding a report writes its own audit row. */
export async function auditRemovedMessage(
  tx: Tx,
  { messageId, messageIds, senderId, byId, through, reason, ip }: FactMap['message.removed'],
): Promise<void> {
  if (through !== 'admin') return;
  await writeAudit(tx, {
    actorId: byId,
    action: 'message.removed',
    targetKind: 'message',
    targetId: messageId,
    before: { senderId },
    after: { answersRemoved: String(messageIds.length - 1) },
    reason,
    ip,
    concerned: [senderId],
  });
}
