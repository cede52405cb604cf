import { listClaims } from '#contract/claims.ts';
import { verificationStatus } from '#contract/creators.ts';
import { claimStatus } from '#contract/delivery.ts';
import { listTakedowns, takedownStatus } from '#contract/legal.ts';
import {
  adminPoolStatuses,
  listAdminPools,
  listContentClaims,
  listReports,
  listVerifications,
} from '#contract/moderation.ts';
import { paths } from '#contract/paths.ts';
import { listProductions } from '#contract/performers.ts';
import { reportStatus } from '#contract/reports.ts';
import { type Queue, type QueueState, queueQuery } from './queue-state.ts';

// Admins decide the oldest entries first.
const oldestFirst = (path: string, statuses: Queue['statuses'], status: string): Queue => ({
  path,
  statuses,
  status,
  sort: 'oldest',
});

export const verificationQueue = oldestFirst(paths.adminVerifications, verificationStatus.options, 'pending');
export const poolClaimQueue = oldestFirst(paths.adminClaims, claimStatus.options, 'pending');
export const claimQueue = oldestFirst(paths.adminContentClaims, claimStatus.options, 'pending');
export const reportQueue = oldestFirst(paths.adminReports, reportStatus.options, 'open');
export const takedownQueue = oldestFirst(paths.adminTakedowns, [...takedownStatus.options, 'countered'], 'open');
export const recordsQueue: Queue = { path: paths.adminRecords, statuses: [], status: 'all', sort: 'newest' };
export const poolQueue: Queue = { path: paths.adminPools, statuses: adminPoolStatuses, status: 'all', sort: 'newest' };

export const verificationsOf = (state: QueueState) => queueQuery(listVerifications, state);
export const claimsOfAll = (state: QueueState) => queueQuery(listClaims, state);
export const claimsOf = (state: QueueState) => queueQuery(listContentClaims, state);
export const reportsOf = (state: QueueState) => queueQuery(listReports, state);
export const takedownsOf = (state: QueueState) => queueQuery(listTakedowns, state);
export const recordsOf = (state: QueueState) => queueQuery(listProductions, state);
export const poolsOf = (state: QueueState) => queueQuery(listAdminPools, state);

/** The first page of a queue, which its overview tile counts. */
export const firstPageState = (queue: Queue, status = queue.status): QueueState => ({
  search: '',
  status,
  kind: '',
  sort: 'oldest',
  page: 1,
});
