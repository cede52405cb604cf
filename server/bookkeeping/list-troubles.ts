import type { MoneyTrouble } from '#contract/admin/money.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { chargeStep, payoutStep, refundStep, stateOf } from './describe-trouble.ts';
import { listChargeTroubles, listPayoutTroubles, listRefundTroubles } from './troubles.sql.ts';

/** Longer lists would not be read. /metrics has the counts of a larger backlog. */
const most = 100;

interface Row {
  id: string;
  poolId: string | null;
  poolTitle: string | null;
  username: string | null;
  amountCents: number;
  reason: string | null;
  status: string;
  createdAt: Date;
}

function troubleOf(kind: MoneyTrouble['kind'], row: Row, nextStep: string): MoneyTrouble {
  const { id, poolId, poolTitle, username, amountCents, reason, status, createdAt } = row;
  const about = { id, kind, state: stateOf(status), poolId, poolTitle, username, amountCents };
  return { ...about, reason: reason || null, nextStep, createdAt: createdAt.toISOString() };
}

/** All unsettled and failed movements: failures first, then newest first. */
export async function listTroubles(sql: Connection): Promise<MoneyTrouble[]> {
  const [charges, payouts, refunds] = await Promise.all([
    listChargeTroubles(sql, most),
    listPayoutTroubles(sql, most),
    listRefundTroubles(sql, most),
  ]);
  const all = [
    ...charges.map((row) => troubleOf('charge', row, chargeStep(row))),
    ...payouts.map((row) => troubleOf('payout', row, payoutStep(row.status))),
    ...refunds.map((row) => troubleOf('refund', row, refundStep(row.status))),
  ];
  const rank = ({ state, kind }: MoneyTrouble) => (state === 'failed' && kind !== 'charge' ? 0 : 1);
  return all.toSorted((a, b) => rank(a) - rank(b) || b.createdAt.localeCompare(a.createdAt));
}
