import { listApprovals } from '#contract/calls/admin.ts';
import { live, query } from '#web/data/query.ts';

export type ApprovalView = 'waiting' | 'decided';

export const viewIn = (params: URLSearchParams): ApprovalView =>
  params.get('status') === 'decided' ? 'decided' : 'waiting';
export const pageIn = (params: URLSearchParams): number => Math.max(1, Math.trunc(Number(params.get('page'))) || 1);

export const approvalsOn = (status: ApprovalView, page: number) =>
  live(query(listApprovals, { query: { status, page } }));
