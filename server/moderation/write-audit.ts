import type { Tx } from '#server/platform/postgres/db.ts';
import { type AuditRow, insertAudit } from './audit.sql.ts';

/** Appends an audit row for a later module. Call it in the transaction of the audited action. */
export async function writeAudit(tx: Tx, row: AuditRow): Promise<void> {
  await insertAudit(tx, row);
}
