import { type AuditItem, auditStatuses, auditTargetKinds } from '#contract/admin/audit.ts';
import { auditActions } from '#contract/admin/audit-actions.ts';
import { adminUserSorts, adminUserStatuses } from '#contract/admin/users.ts';
import { getAdminUser, getAuditRow, listAdminUsers, listAudit } from '#contract/calls/admin.ts';
import { paths } from '#contract/paths.ts';
import { type ListDefinition, type ListPage, type ListState, listQuery } from '#web/admin-table/list-state.ts';
import { type DataQuery, live, optional, query } from '#web/data/query.ts';

const flags = ['true', 'false'];

export const users = {
  list: {
    path: paths.adminUsers,
    filters: {
      status: { values: adminUserStatuses },
      role: { values: ['user', 'creator', 'admin'] },
      verified: { values: flags },
      emailVerified: { values: flags },
      new: { values: ['true'] },
      held: { values: ['true'] },
    },
    sorts: adminUserSorts,
  } satisfies ListDefinition,
  page: (state: ListState) => listQuery(listAdminUsers, state),
  detail: (id: string) => optional(live(query(getAdminUser, { params: { id } }))),
};

/** A row of the audit trail. Its number in the chain, as text, is its id. */
export type AuditRow = Omit<AuditItem, 'id'> & { id: string; number: number };

const rowOf = (item: AuditItem): AuditRow => ({ ...item, id: String(item.id), number: item.id });

/** A row of the audit trail by its number. */
function auditDetail(number: string): DataQuery<AuditRow> {
  const stored = query(getAuditRow, { params: { number } });
  return optional({ ...stored, queryFn: async (context) => rowOf(await stored.queryFn(context)) });
}

/** The audit trail with rows as the table wants them. */
function auditPage(state: ListState): DataQuery<ListPage<AuditRow>> {
  const stored = listQuery(listAudit, state);
  return {
    ...stored,
    queryFn: async (context) => {
      const { items, pagination } = await stored.queryFn(context);
      return { items: items.map(rowOf), pagination };
    },
  };
}

export const audit = {
  list: {
    path: paths.adminAudit,
    filters: {
      status: { values: auditStatuses },
      action: { values: Object.keys(auditActions) },
      targetKind: { values: auditTargetKinds },
      targetId: {},
      actorId: {},
      from: {},
      to: {},
    },
    sorts: ['newest', 'oldest'],
  } satisfies ListDefinition,
  page: auditPage,
  detail: auditDetail,
};
