import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface Subscription {
  sessionId: string;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
}

export async function findEndpoint(sql: Connection, sessionId: string): Promise<string | null> {
  const [row] = await sql<{ endpoint: string }[]>`
    select endpoint from push_subscriptions where session_id = ${sessionId}`;
  return row?.endpoint ?? null;
}

/** Finds the subscription of a session that has not expired. */
export async function findSubscription(
  sql: Connection,
  sessionId: string,
  idleMs: number,
): Promise<Subscription | undefined> {
  const [row] = await sql<Subscription[]>`
    select p.session_id, p.endpoint, p.p256dh, p.auth from push_subscriptions p
    join sessions s on s.id = p.session_id
    where p.session_id = ${sessionId} and s.expires_at > clock_timestamp()
      and s.last_seen_at > clock_timestamp() - make_interval(secs => ${idleMs / 1000})`;
  return row;
}

/** Lists the sessions of a person that have a subscription and have not expired. */
export async function listDevices(tx: Tx, userId: string, idleMs: number): Promise<string[]> {
  const rows = await tx<{ sessionId: string }[]>`
    select p.session_id from push_subscriptions p join sessions s on s.id = p.session_id
    where s.user_id = ${userId} and s.expires_at > clock_timestamp()
      and s.last_seen_at > clock_timestamp() - make_interval(secs => ${idleMs / 1000})`;
  return rows.map(({ sessionId }) => sessionId);
}

/**
 * Saves the subscription and deletes the person's oldest ones beyond `devicesMax`. A browser has one address, so the person who signs
 * in there takes it over. Locks the person's row so that two devices cannot exceed the limit together. Returns false if the session
 * has ended.
 */
export async function saveSubscription(
  tx: Tx,
  userId: string,
  { sessionId, endpoint, p256dh, auth }: Subscription,
  devicesMax: number,
): Promise<boolean> {
  await tx`select 1 from users where id = ${userId} for no key update`;
  await tx`delete from push_subscriptions where endpoint = ${endpoint} and session_id <> ${sessionId}`;
  const saved = await tx`
    insert into push_subscriptions (session_id, endpoint, p256dh, auth)
    select id, ${endpoint}, ${p256dh}, ${auth} from sessions where id = ${sessionId} and user_id = ${userId}
    on conflict (session_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
      created_at = clock_timestamp(), reached_at = null
    returning session_id`;
  await tx`
    delete from push_subscriptions where session_id in (
      select p.session_id from push_subscriptions p join sessions s on s.id = p.session_id
      where s.user_id = ${userId} order by p.created_at desc, p.session_id offset ${devicesMax})`;
  return saved.length > 0;
}

export async function deleteSubscription(sql: Connection, sessionId: string): Promise<void> {
  await sql`delete from push_subscriptions where session_id = ${sessionId}`;
}

/** Deletes by address, so that a subscription which the same browser has made since then is kept. */
export async function deleteEndpoint(sql: Connection, endpoint: string): Promise<void> {
  await sql`delete from push_subscriptions where endpoint = ${endpoint}`;
}

export async function markReached(sql: Connection, endpoint: string): Promise<void> {
  await sql`update push_subscriptions set reached_at = clock_timestamp() where endpoint = ${endpoint}`;
}

export async function listEndpoints(sql: Connection): Promise<string[]> {
  const rows = await sql<{ endpoint: string }[]>`select endpoint from push_subscriptions`;
  return rows.map(({ endpoint }) => endpoint);
}
