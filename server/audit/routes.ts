import * as contract from '#contract/admin/audit.ts';
import { type Route, route } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listAudit, readAuditRow } from './list-audit.ts';

export function auditRoutes(context: Platform): Route[] {
  return [
    route(contract.listAudit, ({ query }) => listAudit(context, query)),
    route(contract.getAuditRow, ({ params }) => readAuditRow(context, params.number)),
  ];
}
