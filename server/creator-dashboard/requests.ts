import type { CreatorRequest } from '#contract/creators/creator-dashboard.ts';
import { readCategories } from '#server/creators/categories.ts';
import { heldFor } from '#server/money/ledger.ts';
import { readPaid } from '#server/money/read-payments.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maskAdultCard } from '#server/pools/adult-mask.ts';
import { creatorPermissionsOf } from '#server/pools/pool-permissions.ts';
import { clocksOf, poolCardOf, termsOf } from '#server/pools/pool-view.ts';
import { readCollections, readHistory } from './collection-odds.sql.ts';
import { expectedOf, forecastOf, isEstimated, payoutByOf } from './forecast.ts';
import type { RequestRow } from './requests.sql.ts';

/** Shows a creator's pools with their forecasts. Reads the money of all of them in three statements. */
export async function showRequests(
  context: Platform,
  actor: Actor,
  rows: readonly RequestRow[],
  seesAdult: boolean,
): Promise<CreatorRequest[]> {
  if (rows.length === 0) return [];
  const { sql } = context.db;
  const { platformFeePercent, windows } = context.config;
  const isOpen = ({ status }: RequestRow) => isEstimated(status);
  const [categories, paid, collections, history] = await Promise.all([
    readCategories(context),
    readPaid(
      sql,
      rows.filter((row) => !isOpen(row)).map(({ id }) => heldFor(id)),
    ),
    readCollections(
      sql,
      rows.filter(isOpen).map(({ id }) => id),
    ),
    readHistory(sql, actor.userId),
  ]);
  return rows.map((row) => {
    const feePercent = row.terms?.feePercent ?? platformFeePercent;
    const card = poolCardOf(row, categories, seesAdult);
    const { deliveryDueAt } = row;
    return {
      ...maskAdultCard({ seesAdult }, card),
      can: creatorPermissionsOf(context, actor, row),
      clocks: clocksOf(row),
      endedAt: row.endedAt?.toISOString() ?? null,
      deliveryEndsAt: deliveryDueAt && new Date(deliveryDueAt.getTime() + windows.deliveryGraceMs).toISOString(),
      sentBackReason: row.sentBackReason,
      hasOpenObjection: row.hasOpenObjection,
      terms: termsOf(row.terms),
      feePercent,
      forecast: forecastOf(row, feePercent, paid.get(heldFor(row.id))),
      expected: expectedOf(row, feePercent, { collection: collections.get(row.id), history }),
      // An open objection holds the payout until an admin decides.
      payoutBy: row.hasOpenObjection ? null : (payoutByOf(row, windows)?.toISOString() ?? null),
      allowsLatePledges: row.allowLatePledges,
      wasCompleted: row.wasCompleted,
      contentMark: row.contentMark,
    };
  });
}
