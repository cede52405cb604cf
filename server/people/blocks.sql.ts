import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** Two people who block or unblock each other at the same moment go one after the other, so that each sees what the other has done. */
export async function lockPair(tx: Tx, userIds: [string, string]): Promise<void> {
  await tx`select from users where id = any(${userIds}::uuid[]) order by id for no key update`;
}

/** Returns false if the person does not exist. Repeating the call is harmless. */
export async function insertBlock(sql: Connection, blockerId: string, blockedId: string): Promise<boolean> {
  const rows = await sql`
    with target as (select u.id from users u where u.id = ${blockedId} and u.deleted_at is null),
      done as (insert into user_blocks (blocker_id, blocked_id) select ${blockerId}, t.id from target t on conflict do nothing)
    select 1 from target`;
  return rows.length > 0;
}

/** Returns false if the person does not exist. Removing a block that is not there still returns true. */
export async function deleteBlock(sql: Connection, blockerId: string, blockedId: string): Promise<boolean> {
  const rows = await sql`
    with done as (delete from user_blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId})
    select 1 from users where id = ${blockedId}`;
  return rows.length > 0;
}

export interface BlockRow {
  id: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
  blockedAt: Date;
  adult: boolean;
}

export async function listBlocksOf(sql: Connection, blockerId: string, limit: number): Promise<BlockRow[]> {
  return sql<BlockRow[]>`
    select u.id, u.username, u.display_name, u.avatar_url, u.adult, b.created_at as blocked_at
    from user_blocks b join users u on u.id = b.blocked_id
    where b.blocker_id = ${blockerId} and u.deleted_at is null
    order by b.created_at desc, u.id
    limit ${limit}`;
}

/** Deletes the blocks of a deleted account, in both directions. */
export async function deleteBlocksOf(tx: Tx, userId: string): Promise<void> {
  await tx`delete from user_blocks where ${userId} in (blocker_id, blocked_id)`;
}
