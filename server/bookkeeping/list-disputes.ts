import type { z } from 'zod';
import type { listDisputes as contract, DisputeItem } from '#contract/admin/disputes.ts';
import { limits } from '#contract/limits.ts';
import { isErasedUsername } from '#contract/paths.ts';
import { cappedPageOf, type Page } from '#server/platform/http/capped-page.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { RowPosition } from '#server/platform/postgres/row-position.ts';
import { disputeReason } from './describe-movement.ts';
import {
  type DisputeFilter,
  type DisputeRow,
  findDisputeIds,
  listDisputeIds,
  readDisputeRows,
  walkDisputes,
} from './disputes.sql.ts';
import { moneySearchOf } from './money-search.sql.ts';

type DisputeQuery = z.output<typeof contract.query>;

const filterOf = ({ search, status }: DisputeQuery): DisputeFilter => ({
  status: status || null,
  search: moneySearchOf(search),
});

/** Lists disputes, early fraud warnings, or what is not booked, for admins. */
export function listDisputes({ db: { sql } }: Platform, query: DisputeQuery): Promise<Page<DisputeItem>> {
  const filter = filterOf(query);
  const waits =
    filter.status === 'open' ||
    filter.status === 'needs_response' ||
    filter.status === 'warning' ||
    filter.status === 'unbooked';
  const sort = query.sort === 'due' && !waits ? 'newest' : query.sort;
  return cappedPageOf(
    query.page,
    {
      find: (most, at) => findDisputeIds(sql, filter, { most, sort, ...at }),
      walk: (at) => listDisputeIds(sql, filter, { sort, ...at }),
      read: async (ids) => (await readDisputeRows(sql, ids)).map(itemOf),
    },
    limits.adminFilteredCountMax,
  );
}

const batchSize = 500;

/** All matching disputes in batches, newest or oldest first. */
export async function* disputeBatches({ db: { sql } }: Platform, query: DisputeQuery): AsyncGenerator<DisputeItem[]> {
  const filter = filterOf(query);
  const oldestFirst = query.sort === 'oldest';
  let after: RowPosition | undefined;
  for (;;) {
    const rows: RowPosition[] = await walkDisputes(sql, filter, { after, oldestFirst, limit: batchSize });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) yield (await readDisputeRows(sql, ids)).map(itemOf);
    if (ids.length < batchSize) return;
    after = rows.at(-1);
  }
}

export function itemOf(row: DisputeRow): DisputeItem {
  const { id, status, amountCents, feeCents, poolId, poolTitle, username, refunded, actionable, processorRef } = row;
  return {
    id,
    status,
    stage: row.stage,
    reason: disputeReason(row.reason),
    amountCents,
    currency: row.currency === 'usd' ? null : row.currency.toUpperCase(),
    feeCents,
    poolId,
    poolTitle,
    username: isErasedUsername(username) ? null : username,
    dueAt: (row.stage ?? status) === 'needs_response' ? (row.evidenceDueAt?.toISOString() ?? null) : null,
    evidenceAt: row.evidenceAt?.toISOString() ?? null,
    openedAt: row.openedAt.toISOString(),
    settledAt: row.settledAt?.toISOString() ?? null,
    refunded,
    actionable,
    processorRef,
  };
}
