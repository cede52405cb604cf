import { isUuid } from '#contract/values/ids.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export interface DeclineCounts {
  personHour: number;
  personDay: number;
  blockHour: number;
  blockDay: number;
}

/**
 * The declines of a person, and of everyone who opened a card page within a day from a block of addresses that this person used within
 * a day. The largest block counts.
 */
export async function countDeclines(sql: Connection, userId: string): Promise<DeclineCounts> {
  const [row] = await sql<DeclineCounts[]>`
    with own as (
      select count(*) filter (where at > clock_timestamp() - interval '1 hour') as hour, count(*) as day
      from card_declines where user_id = ${userId} and at > clock_timestamp() - interval '1 day'),
    near as (
      select count(*) filter (where d.at > clock_timestamp() - interval '1 hour') as hour, count(*) as day
      from card_visits mine
      join card_visits v on v.address_block = mine.address_block and v.last_at > clock_timestamp() - interval '1 day'
      join card_declines d on d.user_id = v.user_id and d.at > clock_timestamp() - interval '1 day'
      where mine.user_id = ${userId} and mine.last_at > clock_timestamp() - interval '1 day'
      group by mine.address_block)
    select own.hour::int as person_hour, own.day::int as person_day,
      coalesce((select max(hour) from near), 0)::int as block_hour, coalesce((select max(day) from near), 0)::int as block_day
    from own`;
  return row ?? { personHour: 0, personDay: 0, blockHour: 0, blockDay: 0 };
}

/** Stores one decline under its key. A page whose declines were reported one by one adds none when it ends. */
export async function insertDecline(
  sql: Connection,
  { key, reference, userId }: { key: string; reference: string; userId: string },
): Promise<void> {
  await sql`
    insert into card_declines (key, reference, user_id)
    select ${key}, ${reference}, ${userId}
    where ${key} <> ${reference} or not exists (select from card_declines where reference = ${reference})
    on conflict do nothing`;
}

export async function upsertVisit(sql: Connection, userId: string, addressBlock: string): Promise<void> {
  await sql`
    insert into card_visits (user_id, address_block)
    select id, ${addressBlock} from users where id = ${userId} and deleted_at is null
    on conflict (user_id, address_block) do update set last_at = clock_timestamp()`;
}

export async function hasConfirmedEmail(sql: Connection, userId: string): Promise<boolean> {
  return (await sql`select from users where id = ${userId} and email_verified_at is not null`).length > 0;
}

/** The person of a hosted page; undefined for other references. */
export async function findPersonOf(sql: Connection, processor: string, reference: string): Promise<string | undefined> {
  const [kind, id = ''] = reference.split(':');
  const setupId = kind === 'setup' && isUuid(id) ? id : null;
  const [row] = await sql<{ userId: string }[]>`
    select user_id from payments
    where processor = ${processor} and idempotency_key = ${reference} and kind = 'hosted'
    union all
    select user_id from card_setups where processor = ${processor} and id = ${setupId}`;
  return row?.userId;
}

export async function deleteOldTraces(sql: Connection): Promise<void> {
  await sql`delete from card_declines where at < clock_timestamp() - interval '7 days'`;
  await sql`delete from card_visits where last_at < clock_timestamp() - interval '7 days'`;
}
