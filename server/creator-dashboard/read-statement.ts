import {
  type getEarnings,
  type getStatement,
  type MonthFigures,
  type StatementLine,
  statementLine,
} from '#contract/creators/creator-statement.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maskedTitle } from '#server/pools/adult-mask.ts';
import {
  type LineRow,
  listMonthsOfBalance,
  listMonthsOfHeld,
  listStatementLines,
  type Period,
  readHeldInMonth,
  sumBalanceBefore,
  useOneSnapshot,
} from './statement.sql.ts';

/** Every month from the first to the last, both included. */
function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  const at = new Date(`${first}-01T00:00:00Z`);
  while (at.toISOString().slice(0, 7) <= last) {
    months.push(at.toISOString().slice(0, 7));
    at.setUTCMonth(at.getUTCMonth() + 1);
  }
  return months;
}

/** A creator's money by month from the ledger, without gaps, oldest first. */
export async function readMonthlyEarnings(context: Platform, actor: Actor): Promise<OutputOf<typeof getEarnings>> {
  const { sql } = context.db;
  const [balance, heldMoney] = await Promise.all([
    listMonthsOfBalance(sql, actor.userId),
    listMonthsOfHeld(sql, actor.userId),
  ]);
  const now = new Date().toISOString().slice(0, 7);
  const first = [balance[0]?.month, heldMoney[0]?.month].filter((month) => month !== undefined).sort()[0] ?? now;
  const figures = new Map<string, MonthFigures>(
    monthsBetween(first, now).map((month) => [
      month,
      {
        month,
        collectedCents: 0,
        refundedCents: 0,
        grossCents: 0,
        feeCents: 0,
        costCents: 0,
        netCents: 0,
        paidOutCents: 0,
      },
    ]),
  );
  for (const part of heldMoney) Object.assign(figures.get(part.month) ?? {}, part);
  for (const { refundedCents, ...part } of balance) {
    const at = figures.get(part.month);
    if (at) Object.assign(at, part, { refundedCents: at.refundedCents + refundedCents });
  }
  return { months: [...figures.values()] };
}

function periodOf(month: string): Period {
  const end = new Date(`${month}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return { start: `${month}-01T00:00:00Z`, end: end.toISOString() };
}

const kinds: readonly string[] = statementLine.shape.kind.options;
const payoutKinds: readonly string[] = ['payout', 'payout_failed', 'payout_reversed'];

function lineOf(row: LineRow, balanceCents: number, seesAdult: boolean): StatementLine {
  const { poolAdult, kind, at, poolTitle, ...figures } = row;
  return {
    ...figures,
    at: at.toISOString(),
    kind: kinds.includes(kind) ? (kind as StatementLine['kind']) : 'other',
    poolTitle: isAgeGated({ seesAdult }, { adult: poolAdult === true }) ? maskedTitle() : poolTitle,
    balanceCents,
  };
}

/** A creator's statement of one month from the ledger. Opening balance and lines add up to the closing balance. */
export async function readStatement(
  context: Platform,
  actor: Actor,
  { month, seesAdult }: { month: string; seesAdult: boolean },
): Promise<OutputOf<typeof getStatement>> {
  const period = periodOf(month);
  // One snapshot, so that a release in this moment is in both sections or in neither.
  const [openingCents, rows, heldMoney] = await context.db.tx(async (tx) => {
    await useOneSnapshot(tx);
    return Promise.all([
      sumBalanceBefore(tx, actor.userId, period),
      listStatementLines(tx, actor.userId, period),
      readHeldInMonth(tx, actor.userId, period),
    ]);
  });
  let balanceCents = openingCents;
  const lines = rows.map((row) => {
    balanceCents += row.amountCents;
    return lineOf(row, balanceCents, seesAdult);
  });
  const sum = (of: (line: StatementLine) => number) => lines.reduce((total, line) => total + of(line), 0);
  const { openingCents: before, closingCents: after, collectedCents, refundedCents, releasedCents } = heldMoney;
  return {
    month,
    balance: { openingCents, closingCents: balanceCents },
    lines,
    totals: {
      grossCents: sum((line) => line.grossCents),
      feeCents: sum((line) => line.feeCents),
      costCents: sum((line) => line.costCents),
      netCents: sum((line) => (line.kind === 'release' ? line.amountCents : 0)),
      paidOutCents: sum((line) => (payoutKinds.includes(line.kind) ? -line.amountCents : 0)),
    },
    held: { ...heldMoney, otherCents: after - before - collectedCents + refundedCents + releasedCents },
  };
}
