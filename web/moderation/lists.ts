import { getClaim, listClaims } from '#contract/claims.ts';
import { verificationStatuses } from '#contract/creators.ts';
import { claimStatuses } from '#contract/delivery.ts';
import {
  adminPoolSorts,
  adminPoolStatuses,
  getContentClaim,
  getReport,
  getVerification,
  listAdminPools,
  listContentClaims,
  listReports,
  listVerifications,
} from '#contract/moderation.ts';
import { paths } from '#contract/paths.ts';
import { getAdminPool } from '#contract/pool-history.ts';
import { reportStatuses } from '#contract/reports.ts';
import { type ListDefinition, type ListState, listQuery } from '#web/admin-table/list-state.ts';
import { type DataQuery, optional, query } from '#web/data/query.ts';

/** An admin list with the calls that read it. */
export interface ListSource<List, Detail> {
  list: ListDefinition;
  page: (state: ListState) => DataQuery<List>;
  detail: (id: string) => DataQuery<Detail>;
}

// Admins decide the oldest entries first.
const queueSorts = ['oldest', 'newest'] as const;

function queueOf(path: string, values: readonly string[], initial: string, kinds?: readonly string[]): ListDefinition {
  return {
    path,
    filters: { status: { values, initial }, ...(kinds ? { kind: { values: kinds } } : {}) },
    sorts: queueSorts,
  };
}

export const verifications = {
  list: queueOf(paths.adminVerifications, verificationStatuses, 'pending'),
  page: (state: ListState) => listQuery(listVerifications, state),
  detail: (id: string) => optional(query(getVerification, { params: { id } })),
};
export const claims = {
  list: queueOf(paths.adminClaims, claimStatuses, 'pending', ['pool', 'creator']),
  page: (state: ListState) => listQuery(listClaims, state),
  detail: (id: string) => optional(query(getClaim, { params: { id } })),
};
export const deliveries = {
  list: queueOf(paths.adminContentClaims, claimStatuses, 'pending'),
  page: (state: ListState) => listQuery(listContentClaims, state),
  detail: (id: string) => optional(query(getContentClaim, { params: { id } })),
};
const reportKinds = ['objection', 'pool', 'comment', 'message', 'profile', 'content'];
export const reports = {
  list: queueOf(paths.adminReports, reportStatuses, 'open', reportKinds),
  page: (state: ListState) => listQuery(listReports, state),
  detail: (id: string) => optional(query(getReport, { params: { id } })),
};
export const pools = {
  list: {
    path: paths.adminPools,
    filters: { status: { values: adminPoolStatuses } },
    sorts: ['newest', 'oldest', ...adminPoolSorts],
  } satisfies ListDefinition,
  page: (state: ListState) => listQuery(listAdminPools, state),
  detail: (id: string) => optional(query(getAdminPool, { params: { id } })),
};
