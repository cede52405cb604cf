import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import type { listUpdates as contract } from '#contract/updates.ts';
import { isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findVisiblePool } from '#server/pools/find-visible-pool.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { updateOf } from './update.ts';
import { countUpdates, listUpdateRows } from './updates.sql.ts';

const { pageSize } = limits.update;

/** Lists one page of a pool's updates; none of an adult pool before the age gate. Throws `not_found`. */
export async function listUpdates(
  context: Platform,
  viewer: Viewer,
  key: string,
  page: number,
): Promise<OutputOf<typeof contract>> {
  const { sql } = context.db;
  const pool = await findVisiblePool(context, viewer.actor, key);
  const totalCount = isAgeGated(viewer, pool) ? 0 : await countUpdates(sql, pool.id);
  const viewerId = viewer.actor?.userId ?? null;
  const filter = { poolId: pool.id, viewerId, limit: pageSize, offset: (page - 1) * pageSize };
  const rows = totalCount > 0 ? await listUpdateRows(context, sql, filter) : [];
  return {
    updates: await Promise.all(rows.map((row) => updateOf(row, viewer))),
    pagination: { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) },
  };
}
