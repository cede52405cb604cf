import type { z } from 'zod';
import type { MoneyMovement } from '#contract/admin/money.ts';
import type { listMovements as contract, MovementDetail } from '#contract/admin/money-lists.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { isErasedUsername } from '#contract/paths.ts';
import { readWaitingApproval } from '#server/approvals/list-approvals.ts';
import { cappedPageOf, type Page } from '#server/platform/http/capped-page.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { describeMovement, disputeReason } from './describe-movement.ts';
import { moneySearchOf } from './money-search.sql.ts';
import {
  countMovements,
  findMovementIds,
  listMovementIds,
  type MovementFilter,
  type MovementPosition,
  type MovementSort,
  walkMovements,
} from './movements.sql.ts';
import { findChargeOf, findPayer, findWaitingRefund } from './paid-charge.sql.ts';
import { type MovementRow, readMovementRows } from './read-movements.sql.ts';
import { readPaidCharge } from './read-paid-charge.ts';

type MovementQuery = z.output<typeof contract.query>;

export const everyMovement: MovementFilter = { kind: null, status: null, search: null };

const filterOf = ({ search, status, kind }: MovementQuery): MovementFilter => ({
  kind: kind || null,
  status: status || null,
  search: moneySearchOf(search),
});

/** Settled movements are in the order of an index; to sort them by urgency would read all of them. */
const sortOf = ({ sort, status }: MovementQuery): MovementSort =>
  sort === 'urgent' && (!status || status === 'settled') ? 'newest' : sort;

/** Lists charges, refunds, payouts and disputes for admins. */
export function listMovements({ db: { sql } }: Platform, query: MovementQuery): Promise<Page<MoneyMovement>> {
  const filter = filterOf(query);
  const sort = sortOf(query);
  return cappedPageOf(
    query.page,
    {
      find: (most, at) => findMovementIds(sql, filter, { most, sort, ...at }),
      walk: (at) => listMovementIds(sql, filter, { sort, ...at }),
      read: (ids) => readMovements(sql, ids),
    },
    filter.status === null && filter.search === null ? limits.adminCountMax : limits.adminFilteredCountMax,
  );
}

/** Reads one movement for an admin; `viewerId` is null for the command line. Throws not_found. */
export async function readMovement(
  { db: { sql } }: Platform,
  id: string,
  viewerId: string | null,
): Promise<MovementDetail> {
  const [item] = await readMovements(sql, [id]);
  if (!item) throw appError('not_found');
  const waiting = item.kind === 'refund' ? await findWaitingRefund(sql, id) : undefined;
  const chargeId = (await findChargeOf(sql, id)) ?? null;
  return {
    ...item,
    chargeId,
    charge: item.kind === 'charge' ? await readPaidCharge(sql, id, viewerId) : null,
    waiting: waiting && chargeId ? await readWaitingApproval(sql, 'payment', chargeId) : null,
    isOwn: viewerId !== null && chargeId !== null && (await findPayer(sql, chargeId)) === viewerId,
    retryAttempt: waiting && !waiting.byAdmin ? waiting.attempt : null,
    outsideAttempt: waiting?.attempt ?? null,
  };
}

/** The first movements of a filter, and how many there are, up to `most`. */
export async function firstMovements(
  sql: Connection,
  filter: MovementFilter,
  { rowsMax, most }: { rowsMax: number; most: number },
): Promise<{ items: MoneyMovement[]; count: number }> {
  const at = { sort: 'urgent', limit: rowsMax, offset: 0 } as const;
  const { totalCount: count, keys } = await findMovementIds(sql, filter, { most, ...at });
  const ids = count < most ? keys : await listMovementIds(sql, filter, at);
  return { items: await readMovements(sql, ids), count };
}

/** Failed refunds and payouts, payouts that are held back, and disputes that need an answer, each counted up to `most`: an admin must act. */
export async function countUrgent(sql: Connection, most: number): Promise<number> {
  const counts = await Promise.all(
    (['refund', 'payout', 'dispute'] as const).map((kind) =>
      countMovements(sql, { kind, status: 'failed', search: null }, most),
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

const batchSize = 500;

/** All matching movements in batches, newest or oldest first. */
export async function* movementBatches(
  { db: { sql } }: Platform,
  query: MovementQuery,
): AsyncGenerator<MoneyMovement[]> {
  const filter = filterOf(query);
  const oldestFirst = query.sort === 'oldest';
  let after: MovementPosition | undefined;
  for (;;) {
    const rows: MovementPosition[] = await walkMovements(sql, filter, { after, oldestFirst, limit: batchSize });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) yield await readMovements(sql, ids);
    if (ids.length < batchSize) return;
    after = rows.at(-1);
  }
}

async function readMovements(sql: Connection, ids: readonly string[]): Promise<MoneyMovement[]> {
  return (await readMovementRows(sql, ids)).map(itemOf);
}

function itemOf(row: MovementRow): MoneyMovement {
  const { id, kind, poolId, poolTitle, username, amountCents, reason, processorRef, createdAt, settledAt } = row;
  return {
    id,
    kind,
    ...describeMovement(row),
    poolId,
    poolTitle,
    username: username && !isErasedUsername(username) ? username : null,
    amountCents,
    reason: (kind === 'dispute' ? disputeReason(reason ?? '') : reason) || null,
    processorRef,
    createdAt: createdAt.toISOString(),
    settledAt: settledAt?.toISOString() ?? null,
  };
}
