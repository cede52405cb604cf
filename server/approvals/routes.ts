import * as contract from '#contract/admin/approvals.ts';
import { type Route, route, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { decideApproval } from './decide-approval.ts';
import { listApprovals, readApprovalTerms, showApproval } from './list-approvals.ts';

export function approvalRoutes(context: Platform): Route[] {
  return [
    route(contract.listApprovals, ({ query }, request) => listApprovals(context, signedIn(request), query)),
    route(contract.getApprovalTerms, (_input, request) => readApprovalTerms(context, signedIn(request))),
    route(contract.decideApproval, async ({ params, body }, request) => {
      const admin = { actor: signedIn(request), ip: request.ip };
      await decideApproval(context, admin, params.id, body);
      return showApproval(context, admin.actor, params.id);
    }),
  ];
}
