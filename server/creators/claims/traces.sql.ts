import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export type TraceKind = 'address' | 'device';

/** Stores a trace, and deletes the oldest of its kind so that the person has at most `most`. */
export async function storeTrace(
  sql: Connection,
  { userId, kind, value, most }: { userId: string; kind: TraceKind; value: string; most: number },
): Promise<void> {
  await sql`
    insert into creator_traces (user_id, kind, value) values (${userId}, ${kind}, ${value})
    on conflict (user_id, kind, value) do update set last_at = clock_timestamp()`;
  await sql`
    delete from creator_traces t using (
      select o.value from creator_traces o where o.user_id = ${userId} and o.kind = ${kind}
      order by o.last_at desc, o.value offset ${most}) old
    where t.user_id = ${userId} and t.kind = ${kind} and t.value = old.value`;
}

/** The addresses from which a person signed in, in the sessions that exist. */
export async function listSessionAddresses(sql: Connection, userId: string): Promise<string[]> {
  const rows = await sql<{ ip: string }[]>`select distinct ip from sessions where user_id = ${userId} and ip <> ''`;
  return rows.map(({ ip }) => ip);
}

export interface Shared {
  userId: string;
  address: boolean;
  device: boolean;
  card: boolean;
}

/**
 * The accounts that share a block of addresses, a browser or a payment card with this one: by what was recorded when they added or claimed
 * profiles, by the browsers in which they signed in, by the pages on which they entered cards, and by saved cards with the same brand, last digits and expiry, also removed ones.
 * `addresses` are those of the account's sessions, each compared as it is. `among` limits the answer to these accounts.
 */
export async function listSharing(
  sql: Connection,
  userId: string,
  { addresses, among, limit }: { addresses: string[]; among: string[] | null; limit: number },
): Promise<Shared[]> {
  // In each branch, so that PostgreSQL reads a busy address or a common card only for these accounts.
  const isAsked = (rows: string) => (among ? sql`${sql(rows)}.user_id = any (${among}::uuid[])` : sql`true`);
  return sql<Shared[]>`
    with blocks as (
      select value from creator_traces where user_id = ${userId} and kind = 'address'
      union select address_block from card_visits where user_id = ${userId}),
    hits as (
      select t.user_id, 'address' as kind from blocks b join creator_traces t on t.kind = 'address' and t.value = b.value
        where ${isAsked('t')}
      union select v.user_id, 'address' from blocks b join card_visits v on v.address_block = b.value where ${isAsked('v')}
      union select s.user_id, 'address' from sessions s where s.ip = any (${addresses}::text[]) and ${isAsked('s')}
      union select t.user_id, 'device' from creator_traces m join creator_traces t on t.kind = m.kind and t.value = m.value
        where m.user_id = ${userId} and m.kind = 'device' and ${isAsked('t')}
      union select d.user_id, 'device' from known_devices m join known_devices d on d.token_hash = m.token_hash
        where m.user_id = ${userId} and ${isAsked('d')}
      union select k.user_id, 'card' from cards m join cards k
        on (k.brand, k.last4, k.exp_month, k.exp_year) = (m.brand, m.last4, m.exp_month, m.exp_year)
        where m.user_id = ${userId} and ${isAsked('k')})
    select h.user_id, bool_or(h.kind = 'address') as address, bool_or(h.kind = 'device') as device, bool_or(h.kind = 'card') as card
    from hits h join users u on u.id = h.user_id
    where h.user_id <> ${userId} and u.deleted_at is null
    group by h.user_id order by count(*) desc, h.user_id limit ${limit}`;
}

/** The blocks of addresses of one person, besides those of their sessions. */
export async function listBlocks(sql: Connection, userId: string): Promise<string[]> {
  const rows = await sql<{ block: string }[]>`
    select value as block from creator_traces where user_id = ${userId} and kind = 'address'
    union select address_block from card_visits where user_id = ${userId}`;
  return rows.map(({ block }) => block);
}

export async function deleteTracesOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from creator_traces where user_id = ${userId}`;
}

export async function deleteOldCreatorTraces(sql: Connection): Promise<void> {
  await sql`delete from creator_traces where last_at < clock_timestamp() - interval '400 days'`;
}
