import { adminPoolSorts, adminPoolStatuses } from '#contract/admin/moderation.ts';
import {
  getAdminPool,
  getContentClaim,
  getReport,
  getVerification,
  listAdminPools,
  listContentClaims,
  listReports,
  listVerifications,
} from '#contract/calls/admin.ts';
import { getClaim, listClaims } from '#contract/calls/creators.ts';
import { getProductionItem, listProductions } from '#contract/calls/delivery.ts';
import { getAdminTakedown, listTakedowns } from '#contract/calls/legal.ts';
import { verificationStatuses } from '#contract/creators/creators.ts';
import { claimStatuses } from '#contract/delivery.ts';
import { paths } from '#contract/paths.ts';
import { productionKinds } from '#contract/performers.ts';
import { reportStatuses } from '#contract/reports.ts';
import { type ListDefinition, type ListState, listQuery } from '#web/admin-table/list-state.ts';
import { live, optional, query } from '#web/data/query.ts';
import { reportKindWords } from './report-labels.ts';

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
  detail: (id: string) => optional(live(query(getVerification, { params: { id } }))),
};
export const claims = {
  list: queueOf(paths.adminClaims, claimStatuses, 'pending', ['pool', 'creator']),
  page: (state: ListState) => listQuery(listClaims, state),
  detail: (id: string) => optional(live(query(getClaim, { params: { id } }))),
};
export const deliveries = {
  list: queueOf(paths.adminContentClaims, claimStatuses, 'pending'),
  page: (state: ListState) => listQuery(listContentClaims, state),
  detail: (id: string) => optional(live(query(getContentClaim, { params: { id } }))),
};
export const reports = {
  list: queueOf(
    paths.adminReports,
    reportStatuses,
    'open',
    reportKindWords.map(([kind]) => kind),
  ),
  page: (state: ListState) => listQuery(listReports, state),
  detail: (id: string) => optional(live(query(getReport, { params: { id } }))),
};
export const takedowns = {
  list: queueOf(paths.adminTakedowns, ['open', 'countered', 'acted', 'rejected'], 'open'),
  page: (state: ListState) => listQuery(listTakedowns, state),
  detail: (id: string) => optional(live(query(getAdminTakedown, { params: { id } }))),
};
export const records = {
  list: {
    path: paths.adminRecords,
    filters: { status: { values: productionKinds } },
    sorts: ['newest', 'oldest'],
  } satisfies ListDefinition,
  page: (state: ListState) => listQuery(listProductions, state),
  detail: (id: string) => optional(live(query(getProductionItem, { params: { id } }))),
};
export const pools = {
  list: {
    path: paths.adminPools,
    filters: { status: { values: adminPoolStatuses } },
    sorts: ['newest', 'oldest', ...adminPoolSorts],
  } satisfies ListDefinition,
  page: (state: ListState) => listQuery(listAdminPools, state),
  detail: (id: string) => optional(live(query(getAdminPool, { params: { id } }))),
};
