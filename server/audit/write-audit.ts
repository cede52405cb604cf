import type { Tx } from '#server/platform/postgres/db.ts';
import { insertAudit } from './audit.sql.ts';
import type { AuditEntry } from './audit-entry.ts';

/**
 * Appends a row to the audit trail, in the transaction of the audited action. Call it last: from here to the commit, no other
 * transaction can append a row.
 */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  await insertAudit(tx, { status: 'done', ...entry });
}
