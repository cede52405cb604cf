import type { AdminMoney, MoneyDay } from '#contract/admin/money.ts';
import { limits } from '#contract/limits.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { listProblems } from '#server/money/problems/list-problems.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createTtlCache } from '#server/platform/concurrency/ttl-cache.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isHalfOver, listWaiting } from '#server/pools/list-waiting.ts';
import { chainJournals } from '#server/transparency/chain-journals.ts';
import { countOpenWarnings, countUnbooked } from './disputes.sql.ts';
import { mostHeld } from './list-held.ts';
import { countUrgent, everyMovement, firstMovements } from './list-movements.ts';
import { listDays, listMonths, sumByClass } from './position.sql.ts';
import { viewProblem } from './view-problem.ts';

/** The first rows of each list. Separate pages list all of them. */
const rowsMax = 10;
const chartDays = 90;
/** The pledges of 90 days are summed again after this time. */
const chartForMs = 60_000;

const charts = contextState(() => createTtlCache<MoneyDay[]>(chartForMs));

/** The balances, the unsettled and failed movements, and the totals by month. Includes every committed journal. */
export async function readMoney(context: MoneyContext): Promise<AdminMoney> {
  const { cards, db } = context;
  // The sums of the days contain chained journals only.
  await chainJournals(context);
  const most = limits.adminFilteredCountMax;
  const [sums, heldPools, troubles, urgent, problems, disputes, warningCount, unbookedCount, months, waiting] =
    await Promise.all([
      sumByClass(db.sql),
      mostHeld(db.sql, rowsMax),
      firstMovements(db.sql, { ...everyMovement, status: 'open' }, { rowsMax, most }),
      countUrgent(db.sql, most),
      listProblems(context),
      firstMovements(db.sql, { ...everyMovement, kind: 'dispute', status: 'open' }, { rowsMax, most }),
      countOpenWarnings(db.sql, most),
      countUnbooked(db.sql, most),
      listMonths(db.sql),
      listWaiting(context),
    ]);
  const waitingPools = waiting.filter(isHalfOver).length;
  const debit = new Map(sums.map(({ account, amountCents }) => [account, amountCents]));
  const on = (account: string) => debit.get(account) ?? 0;
  const owed = (account: string) => 0 - on(account);
  return {
    processor: { name: cards.name, testMode: cards.testMode },
    position: {
      held: owed('held'),
      payable: owed('creator_payable'),
      inTransit: owed('payout_in_transit'),
      disputed: on('disputed'),
      creatorDebt: on('creator_debt'),
      fees: owed('platform_fees'),
      openCardCosts: on('processor_costs'),
      clearing: on('clearing'),
      ...(on('processor_reserve') === 0 ? {} : { reserved: on('processor_reserve') }),
    },
    held: heldPools.rows.map(({ id: poolId, poolTitle, status, heldCents }) => ({
      poolId,
      poolTitle,
      status,
      heldCents,
    })),
    heldPoolCount: heldPools.count,
    troubles: troubles.items,
    troubleCount: troubles.count,
    urgentCount: urgent + problems.length + waitingPools,
    problems: problems.map(viewProblem),
    waitingPools,
    disputes: disputes.items,
    disputeCount: disputes.count,
    warningCount,
    unbookedCount,
    months,
  };
}

/** The money pledged, paid, released and refunded on each of the last 90 days. Up to a minute old. */
export async function readMoneyDays(context: Platform): Promise<{ days: MoneyDay[] }> {
  const read = async () => {
    await chainJournals(context);
    return listDays(context.db.sql, chartDays);
  };
  return { days: await charts(context).read('days', read) };
}
