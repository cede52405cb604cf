import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Holds the payouts of a person. False if they are held already. */
export async function insertHold(tx: Tx, userId: string, reason: string): Promise<boolean> {
  const rows = await tx`
    insert into payout_holds (user_id, reason) values (${userId}, ${reason}) on conflict (user_id) do nothing returning 1`;
  return rows.length > 0;
}

/** False if their payouts were not held. */
export async function deleteHold(tx: Tx, userId: string): Promise<boolean> {
  const rows = await tx`delete from payout_holds where user_id = ${userId} returning 1`;
  return rows.length > 0;
}

interface CreatorAt {
  userId: string;
  processor: string;
}

/** Whether a suspension, an admin's hold or a change of the account keeps the payouts of this person at a processor. */
export async function arePayoutsHeld(sql: Connection, { userId, processor }: CreatorAt): Promise<boolean> {
  const [row] = await sql<{ held: boolean }[]>`
    select are_payouts_held(${userId}) or payout_account_held_until(${userId}, ${processor}) is not null as held`;
  return row?.held ?? false;
}

/** Until when payouts wait because the account has changed; null if they do not. */
export async function readAccountHold(sql: Connection, { userId, processor }: CreatorAt): Promise<Date | null> {
  const [row] = await sql<{ until: Date | null }[]>`select payout_account_held_until(${userId}, ${processor}) as until`;
  return row?.until ?? null;
}

/** The accounts of a person whose payouts wait because the account has changed. */
export async function listAccountHolds(sql: Connection, userId: string): Promise<{ processor: string; until: Date }[]> {
  return sql<{ processor: string; until: Date }[]>`
    select processor, held_until as until from payout_accounts
    where user_id = ${userId} and held_until > clock_timestamp() order by held_until`;
}

/** The payouts of a person that were not sent, and the parts whose request has not left. */
export async function listHeld(tx: Tx, userId: string): Promise<{ payoutIds: string[]; partIds: string[] }> {
  const [row] = await tx<{ payoutIds: string[]; partIds: string[] }[]>`
    select
      array(select id from payouts where user_id = ${userId} and status in ('waiting', 'failed') order by created_at) as payout_ids,
      array(select t.id from payout_parts t join payouts p on p.id = t.payout_id
        where p.user_id = ${userId} and t.status = 'pending' and t.account_ref is null order by t.created_at) as part_ids`;
  return row ?? { payoutIds: [], partIds: [] };
}

/** The money that a hold or a suspension keeps from creators: released, and not sent. `since`: since when the oldest of it is kept. */
export interface HeldPayouts {
  people: number;
  amountCents: number;
  since: Date | null;
}

export async function sumHeld(sql: Connection): Promise<HeldPayouts> {
  const [row] = await sql<HeldPayouts[]>`
    with kept as materialized (
      select user_id, payouts_held_since(user_id) as held_since from (
        select id as user_id from users where suspended_at is not null
        union select user_id from payout_holds) x)
    select count(distinct m.user_id)::int as people, coalesce(sum(m.amount_cents), 0)::bigint as amount_cents,
      min(greatest(m.created_at, k.held_since)) as since
    from kept k join (
      select user_id, amount_cents, created_at from payouts where status in ('waiting', 'failed')
      union all
      select p.user_id, t.amount_cents, coalesce(t.retried_at, t.created_at) from payout_parts t join payouts p on p.id = t.payout_id
      where t.status = 'pending' and t.account_ref is null) m on m.user_id = k.user_id`;
  return row ?? { people: 0, amountCents: 0, since: null };
}
