import type { Connection } from '#server/platform/postgres/db.ts';

/** A fan with a saved card and a session; the cookie derives from the number. */
export interface Fan {
  n: number;
  id: string;
  cardId: string;
}

/** A session token has 43 characters. */
export const cookieOf = (n: number): string => `sid=${String(n).padStart(43, 'f')}`;

export async function addFans(sql: Connection, count: number, processor: string): Promise<Fan[]> {
  await sql`
    insert into users (email, username, email_verified_at, is_verified)
    select 'fan' || n || '@example.org', 'fan' || n, now(), true from generate_series(1, ${count}::int) n`;
  await sql`
    insert into cards (user_id, processor, card_ref, brand, last4, exp_month, exp_year)
    select id, ${processor}, 'bench_' || username, 'visa', '4242', 12, 2040 from users where username ~ '^fan[0-9]+$'`;
  await sql`
    insert into sessions (token_hash, user_id, expires_at)
    select sha256(convert_to(lpad(substr(username, 4), 43, 'f'), 'UTF8')), id, now() + interval '1 day'
    from users where username ~ '^fan[0-9]+$'`;
  const fans = await sql<Fan[]>`
    select substr(u.username, 4)::int as n, u.id, c.id as card_id from users u join cards c on c.user_id = u.id
    where u.username ~ '^fan[0-9]+$' order by n`;
  return fans;
}

/** Inserts open pools without pledges and with the highest goal, so that no batch of pledges reaches it. */
export async function addOpenPools(sql: Connection, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, clock_at, status)
    select (select id from users order by id limit 1), 'A pool', 'a-pool', gen_random_uuid(), gen_random_uuid(), 'Pledge here', 10000000,
      now() + interval '30 days', now() + interval '30 days', 'open'
    from generate_series(1, ${count}::int)
    returning id`;
  return rows.map(({ id }) => id);
}
