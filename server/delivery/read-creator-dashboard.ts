import type { CreatorRequest, getCreatorDashboard } from '#contract/creator-dashboard.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import type { PoolStatus } from '#contract/pools.ts';
import { type Categories, readCategories } from '#server/creators/categories.ts';
import { findProfileOfOwner } from '#server/creators/find-profile-of-owner.ts';
import { seesAdult } from '#server/creators/policy.ts';
import { heldFor } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { ensurePayoutAccount } from '#server/money/payouts/ensure-payout-account.ts';
import { readEarnings } from '#server/money/payouts/read-earnings.ts';
import { type Paid, readPaid } from '#server/money/read-paid.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import { maskAdultCard } from '#server/pools/adult-mask.ts';
import { clocksOf, poolCardOf, termsOf } from '#server/pools/pool-view.ts';
import { forecastOf } from './forecast.ts';
import { listRequestsOfCreator, type RequestRow } from './requests.sql.ts';

const waiting: PoolStatus[] = ['open', 'goal_met'];
const working: PoolStatus[] = ['accepted', 'collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered'];
const done: PoolStatus[] = ['completed', 'refunded', 'declined', 'lapsed', 'expired', 'cancelled', 'removed'];
const listMax = 200;

/** Returns the creator's dashboard: requests, work that is due, expected income and earnings. */
export async function readCreatorDashboard(
  context: MoneyContext,
  actor: Actor,
  ageVerified: boolean,
): Promise<OutputOf<typeof getCreatorDashboard>> {
  const { sql } = context.db;
  const list = (statuses: PoolStatus[]) => listRequestsOfCreator(sql, actor.userId, statuses, listMax);
  const [categories, profile, payoutsReady, requests, work, ended] = await Promise.all([
    readCategories(context),
    findProfileOfOwner(context, actor.userId),
    ensurePayoutAccount(context, sql, actor.userId),
    list(waiting),
    list(working),
    list(done),
  ]);
  const accounts = [...work, ...ended].map(({ id }) => heldFor(id));
  const [paid, earnings] = await Promise.all([readPaid(sql, accounts), readEarnings(sql, actor.userId, accounts)]);
  const show = (rows: RequestRow[]) =>
    rows.map((row) => requestOf(context, row, categories, paid.get(heldFor(row.id)), ageVerified));
  return { profile, payoutsReady, requests: show(requests), work: show(work), done: show(ended.reverse()), earnings };
}

function requestOf(
  context: MoneyContext,
  row: RequestRow,
  categories: Categories,
  paid: Paid | undefined,
  ageVerified: boolean,
): CreatorRequest {
  const feePercent = row.terms?.feePercent ?? context.config.platformFeePercent;
  const atCurrentAmount = row.terms?.atCurrentAmount ?? false;
  const card = poolCardOf(row, categories, seesAdult(context, { ageVerified }));
  const { deliveryDueAt } = row;
  const { deliveryGraceMs } = context.config.windows;
  return {
    ...(ageVerified ? card : maskAdultCard(card)),
    clocks: clocksOf(row),
    deliveryEndsAt: deliveryDueAt && new Date(deliveryDueAt.getTime() + deliveryGraceMs).toISOString(),
    sentBackReason: row.sentBackReason,
    terms: termsOf(row.terms),
    feePercent,
    forecast: forecastOf({ ...row, atCurrentAmount }, feePercent, paid),
  };
}
