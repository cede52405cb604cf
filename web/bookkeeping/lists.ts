import { disputeFilters, disputeSorts } from '#contract/admin/disputes.ts';
import { movementKinds } from '#contract/admin/money.ts';
import { heldSorts, movementStatuses } from '#contract/admin/money-lists.ts';
import {
  getDispute,
  getHeldPool,
  getMovement,
  listDisputes,
  listHeldPools,
  listMovements,
} from '#contract/calls/admin.ts';
import { paths } from '#contract/paths.ts';
import { poolStatuses } from '#contract/pools/pool-status.ts';
import { type ListDefinition, type ListState, listQuery } from '#web/admin-table/list-state.ts';
import { optional, query } from '#web/data/query.ts';

/** Money moves without an action of the admin, so each mount fetches it again. */
const staleTime = 5000;

export const movements = {
  list: {
    path: `${paths.adminMoney}/movements`,
    filters: { status: { values: movementStatuses, initial: 'open' }, kind: { values: movementKinds } },
    sorts: ['urgent', 'newest', 'oldest', 'amount', '-amount'],
  } satisfies ListDefinition,
  page: (state: ListState) => ({ ...listQuery(listMovements, state), staleTime }),
  detail: (id: string) => optional({ ...query(getMovement, { params: { id } }), staleTime }),
};

export const disputes = {
  list: {
    path: `${paths.adminMoney}/disputes`,
    filters: { status: { values: disputeFilters, initial: 'open' } },
    sorts: disputeSorts,
  } satisfies ListDefinition,
  page: (state: ListState) => ({ ...listQuery(listDisputes, state), staleTime }),
  detail: (id: string) => optional({ ...query(getDispute, { params: { id } }), staleTime }),
};

export const held = {
  list: {
    path: `${paths.adminMoney}/held`,
    filters: { status: { values: [...poolStatuses, 'frozen'] } },
    sorts: heldSorts,
  } satisfies ListDefinition,
  page: (state: ListState) => ({ ...listQuery(listHeldPools, state), staleTime }),
  detail: (id: string) => optional({ ...query(getHeldPool, { params: { id } }), staleTime }),
};
