import type { Tx } from '#server/platform/postgres/db.ts';

export interface AuditRow {
  /** Null for decisions of the clock. */
  actorId: string | null;
  action: string;
  targetKind: string;
  targetId: string;
  before: Record<string, string | boolean | null>;
  after: Record<string, string | boolean | null>;
  reason: string | null;
  ip: string;
}

/** Appends an audit row. Call it in the transaction of the audited action. */
export async function insertAudit(tx: Tx, row: AuditRow): Promise<void> {
  await tx`
    insert into audit_log (actor_id, action, target_kind, target_id, before, after, reason, ip)
    values (${row.actorId}, ${row.action}, ${row.targetKind}, ${row.targetId}, ${tx.json(row.before)}, ${tx.json(row.after)},
      ${row.reason}, ${row.ip})`;
}
