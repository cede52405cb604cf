import type { Connection } from '#server/platform/postgres/db.ts';

export interface Recipient {
  id: string;
  email: string;
}

/** Undefined for a deleted account. */
export async function findRecipient(sql: Connection, userId: string): Promise<Recipient | undefined> {
  const [row] = await sql<Recipient[]>`select id, email from users where id = ${userId} and deleted_at is null`;
  return row;
}

export async function listAdmins(sql: Connection): Promise<Recipient[]> {
  return sql<Recipient[]>`select id, email from users where role = 'admin' and suspended_at is null order by id`;
}

/** Returns true if `userId` has blocked `otherId`. */
export async function hasBlocked(sql: Connection, userId: string, otherId: string): Promise<boolean> {
  return (await sql`select 1 from user_blocks where blocker_id = ${userId} and blocked_id = ${otherId}`).length > 0;
}
