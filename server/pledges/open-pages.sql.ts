import type { Connection } from '#server/platform/postgres/db.ts';
import type { PledgeRow } from './pledges.sql.ts';

type SavedCard = Pick<PledgeRow, 'id' | 'poolId' | 'fanId' | 'amountCents' | 'anonymous'> & { cardId: string };

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The due pledges of a pool whose payment page, or whose charge, may still take money. */
export async function listOpenPages(sql: Connection, poolId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select p.id from pledges p
    where p.pool_id = ${poolId} and p.status = 'notified' and exists (
      select from payments y where y.subject = 'pledge:' || p.id and y.status in ('created', 'processing'))
    order by p.id`;
  return idsOf(rows);
}

/**
 * The pledges of a pool that wait for a card, on a page whose outcome is unknown. None if the pool would stay below what it needs even with
 * all of them, so that abandoned pages cost no calls.
 */
export async function listOpenSetups(sql: Connection, poolId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with waiting as materialized (
      select p.id, p.amount_cents, p.card_id is null and exists (
        select from card_setups s where s.subject = 'pledge:' || p.id and s.status = 'created') as is_open
      from pledges p where p.pool_id = ${poolId} and p.status = 'setup_pending')
    select w.id from waiting w join pools o on o.id = ${poolId}
    where w.is_open and o.pledged_cents + (select sum(amount_cents) from waiting)
      >= case when o.at_current_amount then greatest(o.floor_cents, 1) else o.goal_cents end
    order by w.id`;
  return idsOf(rows);
}

/** The pledges of a pool whose card is saved but not confirmed. */
export async function listSavedCards(sql: Connection, poolId: string): Promise<SavedCard[]> {
  return sql<SavedCard[]>`
    select id, pool_id, fan_id, amount_cents, anonymous, card_id from pledges
    where pool_id = ${poolId} and status = 'setup_pending' and card_id is not null order by id`;
}
