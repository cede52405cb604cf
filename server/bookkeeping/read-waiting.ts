import type { MoneyContext } from '#server/money/money-context.ts';
import { type HeldPayouts, sumHeld } from '#server/money/payouts/hold-payouts.ts';
import { databaseNow } from '#server/platform/clock.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isHalfOver, listWaiting } from '#server/pools/list-waiting.ts';
import { sumByClass } from './position.sql.ts';
import { readUnsettledRows, type Unsettled } from './unsettled.sql.ts';

type Kind = 'frozen' | 'review' | 'held';

/** The money that waits for an admin. */
export interface Waiting {
  /** The number of pools of each kind, and the age of the oldest in seconds; null if there is none. */
  pools: Record<Kind, { count: number; oldestS: number | null }>;
  /** Pools that have waited for half of the longest time. */
  halfOver: number;
  /** Pools that have waited for longer than they may. */
  overdue: number;
  /** When the first pool ends automatically. */
  nextEnd: Date | null;
  payouts: HeldPayouts & { oldestS: number | null };
}

const lateMs = 10 * 60_000;

export async function readWaiting(context: MoneyContext): Promise<Waiting> {
  const { sql } = context.db;
  const [all, heldPayouts, now] = await Promise.all([listWaiting(context), sumHeld(sql), databaseNow(sql)]);
  const ageS = (since: Date) => Math.max(0, (now.getTime() - since.getTime()) / 1000);
  const of = (kind: Kind) => {
    const pools = all.filter((pool) => pool.kind === kind);
    return {
      count: pools.length,
      oldestS: pools.length > 0 ? Math.max(...pools.map(({ since }) => ageS(since))) : null,
    };
  };
  return {
    pools: { frozen: of('frozen'), review: of('review'), held: of('held') },
    halfOver: all.filter(isHalfOver).length,
    overdue: all.filter(({ until }) => now.getTime() - until.getTime() > lateMs).length,
    nextEnd: all[0]?.until ?? null,
    payouts: { ...heldPayouts, oldestS: heldPayouts.since && ageS(heldPayouts.since) },
  };
}

/** The money held for pools, in cents. Up to a minute old. */
export async function readHeld({ db }: Pick<Platform, 'db'>): Promise<number> {
  const heldSum = (await sumByClass(db.sql)).find(({ account }) => account === 'held');
  return 0 - (heldSum?.amountCents ?? 0);
}

export type { Unsettled } from './unsettled.sql.ts';

/** The movements that wait for the card processor, for the metrics and `cli doctor`. */
export function readUnsettled({ db }: Pick<Platform, 'db'>): Promise<Unsettled> {
  return readUnsettledRows(db.sql);
}
