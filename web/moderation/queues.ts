import { listClaims } from '#contract/claims.ts';
import { verificationStatus } from '#contract/creators.ts';
import { claimStatus } from '#contract/delivery.ts';
import {
  adminPoolStatuses,
  listAdminPools,
  listContentClaims,
  listReports,
  listVerifications,
} from '#contract/moderation.ts';
import { paths } from '#contract/paths.ts';
import { reportStatus } from '#contract/reports.ts';
import { type Queue, type QueueState, queueQuery } from './queue-state.ts';

// What waits longest is decided first.
export const verificationQueue: Queue = {
  path: paths.adminVerifications,
  statuses: verificationStatus.options,
  status: 'pending',
  sort: 'oldest',
};
export const poolClaimQueue: Queue = {
  path: paths.adminClaims,
  statuses: claimStatus.options,
  status: 'pending',
  sort: 'oldest',
};
export const claimQueue: Queue = {
  path: paths.adminContentClaims,
  statuses: claimStatus.options,
  status: 'pending',
  sort: 'oldest',
};
export const reportQueue: Queue = {
  path: paths.adminReports,
  statuses: reportStatus.options,
  status: 'open',
  sort: 'oldest',
};
export const poolQueue: Queue = { path: paths.adminPools, statuses: adminPoolStatuses, status: 'all', sort: 'newest' };

export const verificationsOf = (state: QueueState) => queueQuery(listVerifications, state);
export const claimsOfAll = (state: QueueState) => queueQuery(listClaims, state);
export const claimsOf = (state: QueueState) => queueQuery(listContentClaims, state);
export const reportsOf = (state: QueueState) => queueQuery(listReports, state);
export const poolsOf = (state: QueueState) => queueQuery(listAdminPools, state);

/** The first page of a queue, as its tile on the overview counts it. */
export const firstOf = (queue: Queue, status = queue.status): QueueState => ({
  search: '',
  status,
  kind: '',
  sort: 'oldest',
  page: 1,
});
