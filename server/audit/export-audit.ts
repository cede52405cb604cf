import { type AuditItem, listAudit } from '#contract/admin/audit.ts';
import type { CsvColumn } from '#server/platform/http/csv.ts';
import { type CsvRoutes, csvRoutes } from '#server/platform/http/csv-routes.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type AuditFilter, listAuditBySeq, walkAuditFrom } from './audit.sql.ts';
import { type AuditQuery, auditFilterOf, auditItemsOf } from './list-audit.ts';

const everything: AuditFilter = {
  search: null,
  searched: { text: '', actions: [], personIds: [], targetIds: [] },
  status: null,
  actorId: null,
  action: null,
  targetKind: null,
  targetId: null,
  from: null,
  to: null,
};

const columns: readonly CsvColumn<AuditItem>[] = [
  { header: 'Number', value: ({ id }) => id },
  { header: 'Time', value: ({ at }) => at },
  { header: 'Status', value: ({ status }) => status },
  { header: 'Action', value: ({ action }) => action },
  { header: 'Actor ID', value: ({ actor }) => actor?.id ?? null },
  { header: 'Actor', value: ({ actor }) => actor?.username ?? null },
  { header: 'Target kind', value: ({ target }) => target.kind },
  { header: 'Target ID', value: ({ target }) => target.id },
  { header: 'Target', value: ({ target }) => target.label },
  { header: 'Before', value: ({ before }) => JSON.stringify(before) },
  { header: 'After', value: ({ after }) => JSON.stringify(after) },
  { header: 'Reason', value: ({ reason }) => reason },
  { header: 'Address', value: ({ ip }) => ip },
  { header: 'Hash', value: ({ hash }) => hash },
];

/** The audit trail as a CSV file: all matching rows in the order of the list. */
export function auditExport(context: Platform): CsvRoutes {
  return csvRoutes(
    {
      list: listAudit,
      name: 'audit',
      summary: 'Export the matching audit rows as CSV',
      columns,
      batches: ({ query }) => batchesOf(context, query),
    },
    context.limits.limiter('admin exports', { points: 60, perMs: 60 * 60_000 }),
  );
}

const batchSize = 500;

/** Each batch is a short statement that starts after the last row, so that a slow reader holds no connection. */
async function* batchesOf(context: Platform, query: AuditQuery): AsyncGenerator<AuditItem[]> {
  const { sql } = context.db;
  const oldestFirst = query.sort === 'oldest';
  const filter = (await auditFilterOf(context, query)) ?? everything;
  let after: number | null = null;
  for (;;) {
    const seqs: number[] = await walkAuditFrom(sql, filter, { after, oldestFirst, limit: batchSize });
    if (seqs.length > 0) yield await auditItemsOf(context, await listAuditBySeq(sql, seqs, oldestFirst));
    if (seqs.length < batchSize) return;
    after = seqs.at(-1) ?? null;
  }
}
