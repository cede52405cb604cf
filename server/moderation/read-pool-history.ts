import type { AdminPoolDetail } from '#contract/admin/pool-history.ts';
import type { Platform } from '#server/platform/platform.ts';
import * as parts from './pool-history.sql.ts';
import { poolQueue } from './pool-queue.ts';
import { readQueued } from './queue.ts';

function partOf<Item>(rows: (Item & { totalCount: number })[]): {
  items: Omit<Item, 'totalCount'>[];
  totalCount: number;
} {
  const items = rows.map(({ totalCount: _total, ...item }) => item as unknown as Omit<Item, 'totalCount'>);
  return { items, totalCount: rows[0]?.totalCount ?? 0 };
}

/** A pool with its history, the newest entries of each part first. Throws not_found. */
export async function readPoolHistory(context: Platform, poolId: string): Promise<AdminPoolDetail> {
  const { sql } = context.db;
  const item = await readQueued(context, poolQueue, poolId);
  const [endReason, events, pledges, charges, deliveries, reports] = await Promise.all([
    parts.findEndReason(sql, poolId),
    parts.listEvents(sql, poolId),
    parts.listPledges(sql, poolId),
    parts.listCharges(sql, poolId),
    parts.listDeliveries(sql, poolId),
    parts.listPoolReports(sql, poolId),
  ]);
  return {
    ...item,
    endReason,
    events: partOf(events),
    pledges: partOf(pledges),
    charges: partOf(charges),
    deliveries: partOf(deliveries),
    reports: partOf(reports),
  };
}
