import type { Connection, Tx } from '#server/platform/postgres/db.ts';

export interface InterestsRow {
  /** In the order in which the person chose them. */
  categoryIds: number[];
  welcome: boolean;
}

export async function readInterestsRow(sql: Connection, userId: string): Promise<InterestsRow> {
  const [row] = await sql<InterestsRow[]>`
    select
      array(select category_id from user_interests where user_id = ${userId} order by position) as category_ids,
      exists (select 1 from welcome_cards where user_id = ${userId}) as welcome`;
  return row ?? { categoryIds: [], welcome: false };
}

/** Locks the account, so that two concurrent replacements cannot mix. */
export async function replaceInterestRows(tx: Tx, userId: string, categoryIds: readonly number[]): Promise<void> {
  await tx`select 1 from users where id = ${userId} for no key update`;
  await tx`delete from user_interests where user_id = ${userId}`;
  await tx`
    insert into user_interests (user_id, category_id, position)
    select ${userId}, chosen.id, chosen.position
    from unnest(${categoryIds as number[]}::smallint[]) with ordinality chosen(id, position)`;
}

export async function insertWelcomeCard(tx: Tx, userId: string): Promise<void> {
  await tx`insert into welcome_cards (user_id) values (${userId}) on conflict do nothing`;
}

export async function deleteWelcomeCard(sql: Connection, userId: string): Promise<void> {
  await sql`delete from welcome_cards where user_id = ${userId}`;
}

export async function deleteInterestsOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from user_interests where user_id = ${userId}`;
  await tx`delete from welcome_cards where user_id = ${userId}`;
}
