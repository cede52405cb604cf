import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { earlyExpiry } from '#server/pledges/views.sql.ts';

export interface ExpiringCard {
  pledgeId: string;
  cardId: string;
  processor: string;
  cardRef: string;
}

/**
 * Pledges whose card expires within two weeks, or has expired, before their pool can be collected, and whose fan does not know yet. The
 * lower limit skips cards that expired long before any pool that still collects pledges was started.
 */
export async function listExpiringCards(
  sql: Connection,
  { processors, after, limit }: { processors: readonly string[]; after: string | null; limit: number },
): Promise<ExpiringCard[]> {
  return sql<ExpiringCard[]>`
    select p.id as pledge_id, k.id as card_id, k.processor, k.card_ref
    from cards k
    join pledges p on p.fan_id = k.user_id and p.card_id = k.id and p.status = 'pledged'
    join pools o on o.id = p.pool_id
    where k.processor = any(${[...processors]}::text[]) and k.removed_at is null
      and (k.exp_year, k.exp_month) >= (extract(year from now())::smallint - 1, extract(month from now())::smallint)
      and (k.exp_year, k.exp_month)
        <= (extract(year from now() + interval '14 days')::smallint, extract(month from now() + interval '14 days')::smallint)
      and ${earlyExpiry(sql)} < clock_timestamp() + interval '14 days'
      and not exists (select 1 from card_expiry_notices n where n.card_id = k.id and n.pool_id = o.id)
      and (${after}::uuid is null or p.id > ${after})
    order by p.id
    limit ${limit}`;
}

/** Records the notice of a card that still expires early. Returns whether this call may send it: one per card and pool. */
export async function recordExpiryNotice(tx: Tx, pledgeId: string): Promise<boolean> {
  const rows = await tx`
    insert into card_expiry_notices (card_id, pool_id)
    select k.id, o.id from pledges p join cards k on k.id = p.card_id join pools o on o.id = p.pool_id
    where p.id = ${pledgeId} and k.removed_at is null and ${earlyExpiry(tx)} is not null
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

/**
 * Uses a new card for a pledge that is not collected yet, and for the fan's other such pledges with the same card. Pools for adults and
 * other pools may have different card processors, so a card for one kind never replaces one for the other.
 */
export async function replaceCard(tx: Tx, pledgeId: string, cardId: string): Promise<void> {
  await tx`
    with same as materialized (
      select p.id from pledges p join pledges r on r.fan_id = p.fan_id and r.card_id = p.card_id
        join pools po on po.id = p.pool_id join pools ro on ro.id = r.pool_id and ro.adult = po.adult
      where r.id = ${pledgeId} and r.status = 'pledged' and p.status = 'pledged'
      order by p.id for no key update of p)
    update pledges p set card_id = ${cardId} from same where p.id = same.id and p.status = 'pledged'`;
}
