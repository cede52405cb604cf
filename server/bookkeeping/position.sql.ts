import type { Connection } from '#server/platform/postgres/db.ts';

export interface ClassSum {
  account: string;
  amountCents: number;
}

/** The sum of each class of accounts ("held" for all "held:POOL"), in cents. */
export async function sumByClass(sql: Connection): Promise<ClassSum[]> {
  return sql<ClassSum[]>`
    select account, sum(amount_cents)::bigint as amount_cents from ledger_days group by account`;
}

export interface MonthRow {
  month: string;
  charged: number;
  refunded: number;
  released: number;
  fees: number;
  cardCosts: number;
  paidOut: number;
}

/** The movements of each month, the newest first, in cents. */
export async function listMonths(sql: Connection): Promise<MonthRow[]> {
  return sql<MonthRow[]>`
    select to_char(day, 'YYYY-MM') as month,
      coalesce(sum(amount_cents) filter (where kind = 'charge' and account = 'clearing'), 0)::bigint as charged,
      coalesce(-sum(amount_cents) filter (where kind = 'refund' and account = 'clearing'), 0)::bigint as refunded,
      coalesce(sum(amount_cents) filter (where kind = 'release' and account = 'held'), 0)::bigint as released,
      coalesce(-sum(amount_cents) filter (where account = 'platform_fees'), 0)::bigint as fees,
      coalesce(-sum(amount_cents) filter (where kind = 'release' and account = 'processor_costs'), 0)::bigint as card_costs,
      coalesce(-sum(amount_cents) filter (where kind = 'payout_settled' and account = 'clearing'), 0)::bigint as paid_out
    from ledger_days group by 1 order by 1 desc`;
}

export interface DayRow {
  day: string;
  pledged: number;
  paid: number;
  released: number;
  refunded: number;
}

/** The movements of each of the last `days` days (UTC), the oldest first, in cents. A day without movements has zeros. */
export async function listDays(sql: Connection, days: number): Promise<DayRow[]> {
  return sql<DayRow[]>`
    with calendar as (
      select generate_series(current_date - ${days - 1}::int, current_date, interval '1 day')::date as day
    ), booked as (
      select day,
        sum(amount_cents) filter (where kind = 'charge' and account = 'clearing') as paid,
        sum(amount_cents) filter (where kind = 'release' and account = 'held') as released,
        -sum(amount_cents) filter (where kind = 'refund' and account = 'clearing') as refunded
      from ledger_days where day > current_date - ${days}::int group by day
    ), promised as (
      select pledged_at::date as day, sum(amount_cents) as pledged from pledges
      where pledged_at >= current_date - ${days - 1}::int group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(pledged, 0)::bigint as pledged, coalesce(paid, 0)::bigint as paid,
      coalesce(released, 0)::bigint as released, coalesce(refunded, 0)::bigint as refunded
    from calendar left join booked using (day) left join promised using (day) order by day`;
}
