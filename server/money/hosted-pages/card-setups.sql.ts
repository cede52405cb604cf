import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface CardSetup {
  id: string;
  userId: string;
  subject: string;
  processor: string;
  sessionRef: string | null;
  url: string | null;
  status: 'created' | 'completed' | 'failed';
  cardId: string | null;
  failureReason: string | null;
}

interface SetupTerms {
  userId: string;
  subject: string;
  processor: string;
  /** The text that the page shows: the pool and the amount of the pledge. */
  description: string;
}

/** The latest unfinished page of this subject with the same description, opened within the last hour. */
export async function findOpenSetup(
  sql: Connection,
  { userId, subject, processor, description }: SetupTerms,
): Promise<CardSetup | undefined> {
  const [row] = await sql<CardSetup[]>`
    select * from card_setups
    where subject = ${subject} and user_id = ${userId} and processor = ${processor} and status = 'created'
      and description = ${description} and url is not null and created_at > clock_timestamp() - interval '1 hour'
    order by created_at desc limit 1`;
  return row;
}

export async function insertSetup(
  sql: Connection,
  { userId, subject, processor, description }: SetupTerms,
): Promise<{ id: string; pageLocale: string }> {
  const [row] = await sql<{ id: string; pageLocale: string }[]>`
    insert into card_setups (user_id, subject, processor, description, page_locale)
    values (${userId}, ${subject}, ${processor}, ${description}, (select locale from users where id = ${userId}))
    returning id, page_locale`;
  if (!row) throw new Error('a card set-up was not stored');
  return row;
}

export async function storeSetupSession(sql: Connection, id: string, sessionRef: string, url: string): Promise<void> {
  await sql`update card_setups set session_ref = ${sessionRef}, url = ${url} where id = ${id}`;
}

export async function readSetup(sql: Connection, id: string): Promise<CardSetup | undefined> {
  const [row] = await sql<CardSetup[]>`select * from card_setups where id = ${id}`;
  return row;
}

/** True for exactly one caller. A set-up that was marked as failed can still be completed. */
export async function markSetupCompleted(tx: Tx, id: string, cardId: string): Promise<boolean> {
  const rows = await tx`
    update card_setups
    set status = 'completed', card_id = ${cardId}, completed_at = clock_timestamp(), failure_reason = null
    where id = ${id} and status <> 'completed' returning id`;
  return rows.length > 0;
}

export async function markSetupFailed(tx: Tx, id: string, reason: string): Promise<boolean> {
  const rows = await tx`
    update card_setups set status = 'failed', failure_reason = ${reason}, completed_at = clock_timestamp()
    where id = ${id} and status = 'created' returning id`;
  return rows.length > 0;
}

export async function listUnsettledSetupsOf(sql: Connection, subject: string): Promise<CardSetup[]> {
  return sql<CardSetup[]>`
    select * from card_setups
    where subject = ${subject} and status = 'created'`;
}

export async function listUnsettledSetups(
  sql: Connection,
  processor: string,
  options: { olderThanMs: number; after: string | null; limit: number },
): Promise<(CardSetup & { ageMs: number })[]> {
  return sql<(CardSetup & { ageMs: number })[]>`
    select *, (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms from card_setups
    where status = 'created' and processor = ${processor}
      and created_at < clock_timestamp() - make_interval(secs => ${options.olderThanMs / 1000})
      and (${options.after}::uuid is null
        or (created_at, id) > (select s.created_at, s.id from card_setups s where s.id = ${options.after}::uuid))
    order by created_at, id
    limit ${options.limit}`;
}
