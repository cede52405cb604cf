import type { AuditTargetKind } from '#contract/admin/audit.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { listVersions } from './audit.sql.ts';

/**
 * The versions of targets for admins: the number of the last completed action on each, by id. A target without one has version 0 and is not in
 * the map.
 */
export async function readVersions(
  sql: Connection,
  kind: AuditTargetKind,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await listVersions(sql, kind, ids);
  return new Map(rows.map(({ targetId, seq }) => [targetId, seq]));
}
