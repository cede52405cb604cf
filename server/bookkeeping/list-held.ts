import type { z } from 'zod';
import type { listHeldPools as contract, HeldItem } from '#contract/admin/money-lists.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { poolIdPath } from '#contract/pools/pool-path.ts';
import { isUuid } from '#contract/values/ids.ts';
import { cappedPageOf, type Page } from '#server/platform/http/capped-page.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { countHeld, findHeld, type HeldFilter, type HeldRow, isAll, listHeld, walkHeld } from './held.sql.ts';

type HeldQuery = z.output<typeof contract.query>;

function filterOf({ search, status }: HeldQuery): HeldFilter {
  return {
    status: status || null,
    search: search ? { pattern: `%${escapeLike(search)}%`, id: isUuid(search) ? search : null } : null,
  };
}

/** Whether a pool holds money takes a random read for each match, so a count stops earlier than in other lists. */
const filteredCountMax = 500;

/** Lists the pools that hold money, for admins. */
export function listHeldPools({ db: { sql } }: Platform, query: HeldQuery): Promise<Page<HeldItem>> {
  const filter = filterOf(query);
  const { sort } = query;
  return cappedPageOf(
    query.page,
    {
      find: async (most, at) => {
        const totalCount = await countHeld(sql, filter, most);
        // With more, `walk` lists the page.
        return { totalCount, keys: totalCount < most ? await listHeld(sql, filter, { sort, ...at }) : [] };
      },
      walk: (at) => listHeld(sql, filter, { sort, ...at, isCommon: true }),
      read: async (rows) => rows.map(itemOf),
    },
    isAll(filter) ? limits.adminCountMax : filteredCountMax,
  );
}

/** Reads the money that a pool holds. Throws not_found. */
export async function readHeldPool({ db: { sql } }: Platform, poolId: string): Promise<HeldItem> {
  const row = await findHeld(sql, poolId);
  if (!row) throw appError('not_found');
  return itemOf(row);
}

/** The pools that hold the most, and the number of all that hold money. */
export async function mostHeld(sql: Connection, rowsMax: number): Promise<{ rows: HeldRow[]; count: number }> {
  const all: HeldFilter = { status: null, search: null };
  const [rows, count] = await Promise.all([
    listHeld(sql, all, { sort: '-held', limit: rowsMax, offset: 0 }),
    countHeld(sql, all, limits.adminCountMax),
  ]);
  return { rows, count };
}

const batchSize = 500;

/** All matching pools in batches. */
export async function* heldBatches({ db: { sql } }: Platform, query: HeldQuery): AsyncGenerator<HeldItem[]> {
  const filter = filterOf(query);
  let afterId: string | null = null;
  for (;;) {
    const rows: HeldRow[] = await walkHeld(sql, filter, { afterId, limit: batchSize });
    if (rows.length > 0) yield rows.map(itemOf);
    if (rows.length < batchSize) return;
    afterId = rows.at(-1)?.id ?? null;
  }
}

function itemOf({ dueAt, ...row }: HeldRow): HeldItem {
  return { ...row, poolPath: poolIdPath(row.id), dueAt: dueAt?.toISOString() ?? null };
}
