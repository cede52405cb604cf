import type {} from '#server/chat/facts.ts';
import type { Tx } from '#server/platform/db.ts';
import type { FactMap } from '#server/platform/facts.ts';
import { insertAudit } from './audit.sql.ts';

/** Slow modes, mutes and the word filter, as the chat tells of them. */
export async function auditChatRules(tx: Tx, act: FactMap['chat.moderated']): Promise<void> {
  await insertAudit(tx, act);
}
