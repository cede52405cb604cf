import { adminUserStatus, getAdminUser, listAdminUsers } from '#contract/admin-users.ts';
import { type AuditItem, auditActions, auditTargetKinds, listAudit } from '#contract/audit.ts';
import { paths } from '#contract/paths.ts';
import type { ListPage } from '#web/admin-table/admin-list.tsx';
import { type ListDefinition, type ListState, listQuery } from '#web/admin-table/list-state.ts';
import { type DataQuery, optional, query } from '#web/data/query.ts';
