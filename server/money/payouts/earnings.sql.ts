import type { Connection } from '#server/platform/postgres/db.ts';
import type { PayoutStatus } from './payouts.sql.ts';

/**
 * For each account, the sum of its payments that no refund or dispute has claimed, less what went back to fans, and the same share of the
 * processor's cost of them, in cents.
 */
export async function sumPaidInto(
  sql: Connection,
  heldAccounts: readonly string[],
): Promise<{ heldAccount: string; paidCents: number; costCents: number }[]> {
  return sql<{ heldAccount: string; paidCents: number; costCents: number }[]>`
    select p.held_account, sum(p.amount_cents - p.refunded_cents - p.lost_cents - p.regained_cents)::bigint as paid_cents,
      sum(round(p.cost_cents::numeric * (p.amount_cents - p.refunded_cents - p.lost_cents - p.regained_cents) / p.amount_cents))::bigint as cost_cents
    from payments p
    where p.held_account = any(${[...heldAccounts]}::text[]) and p.status = 'succeeded'
      and coalesce(p.claimed_by, '') not like 'refund:%' and coalesce(p.claimed_by, '') not like 'dispute:%'
    group by p.held_account`;
}

export async function sumOwedOn(sql: Connection, accounts: readonly string[]): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select -coalesce(sum(amount_cents), 0)::bigint as total from ledger_entries where account = any(${[...accounts]}::text[])`;
  return row?.total || 0;
}

export async function sumPayouts(
  sql: Connection,
  userId: string,
): Promise<{ inTransitCents: number; paidOutCents: number }> {
  const [row] = await sql<{ inTransitCents: number; paidOutCents: number }[]>`
    select coalesce(sum(p.amount_cents) filter (where p.status in ('pending', 'in_transit')), 0)::bigint as in_transit_cents,
      coalesce(sum(p.amount_cents - p.reversed_cents) filter (where p.status = 'paid'), 0)::bigint as paid_out_cents
    from payout_parts p join payouts o on o.id = p.payout_id where o.user_id = ${userId}`;
  return row ?? { inTransitCents: 0, paidOutCents: 0 };
}

export interface PayoutItem {
  id: string;
  subject: string;
  amountCents: number;
  /** Deducted for the creator's debt. */
  deductedCents: number;
  /** Taken back after it arrived. */
  reversedCents: number;
  /** `waiting` also while a transfer waits for the operator. */
  status: PayoutStatus;
  heldBack: boolean;
  onHold: boolean;
  /** It waits because the payout account has changed. */
  accountHeldUntil: Date | null;
  createdAt: Date;
  paidAt: Date | null;
}

export async function listPayoutRows(
  sql: Connection,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<PayoutItem[]> {
  return sql<PayoutItem[]>`
    select o.id, o.subject, o.amount_cents, o.deducted_cents, o.created_at, o.paid_at,
      case when held.back then 'waiting' else o.status end as status, held.back as held_back,
      o.status in ('waiting', 'failed') and are_payouts_held(o.user_id) as on_hold,
      case when o.status in ('waiting', 'pending', 'failed') then payout_account_held_until(o.user_id, o.processor) end as account_held_until,
      (select coalesce(sum(p.reversed_cents), 0)::bigint from payout_parts p where p.payout_id = o.id) as reversed_cents
    from payouts o cross join lateral (
      select exists (select from payout_parts p where p.payout_id = o.id and p.problem_code is not null) as back) held
    where o.user_id = ${userId}
    order by o.created_at desc, o.id
    limit ${limit} offset ${offset}`;
}

export async function countPayouts(sql: Connection, userId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`select count(*)::int as n from payouts where user_id = ${userId}`;
  return row?.n ?? 0;
}

interface CreatorAt {
  userId: string;
  processor: string;
}

export async function countFailedPayouts(sql: Connection, { userId, processor }: CreatorAt): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from payouts where user_id = ${userId} and processor = ${processor} and status = 'failed'`;
  return row?.n ?? 0;
}

/** The balance of a credit account from the ledger's running totals, in cents. */
export async function readBalance(sql: Connection, account: string): Promise<number> {
  const [row] = await sql<{ balanceCents: number }[]>`
    select balance_cents from ledger_balances where account = ${account}`;
  return row?.balanceCents ?? 0;
}

/** The sum of transfers without an outcome, in cents. */
export async function sumOpenPayouts(sql: Connection, userId: string): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(p.amount_cents), 0)::bigint as total from payout_parts p join payouts o on o.id = p.payout_id
    where o.user_id = ${userId} and p.status in ('pending', 'in_transit')`;
  return row?.total ?? 0;
}

/** The sum of the payouts that wait for a ready payout account, in cents. */
export async function sumWaiting(sql: Connection, { userId, processor }: CreatorAt): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(amount_cents), 0)::bigint as total from payouts where user_id = ${userId} and processor = ${processor} and status = 'waiting'`;
  return row?.total ?? 0;
}

/** The sum of the transfers that wait until the operator has solved something with the processor, in cents. */
export async function sumHeldBack(sql: Connection, { userId, processor }: CreatorAt): Promise<number> {
  const [row] = await sql<{ total: number }[]>`
    select coalesce(sum(t.amount_cents), 0)::bigint as total from payout_parts t join payouts o on o.id = t.payout_id
    where t.problem_code is not null and o.user_id = ${userId} and o.processor = ${processor}`;
  return row?.total ?? 0;
}
