import type { Addressee } from '#server/platform/mail/mail.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

/** With the language of their notices and emails. */
export interface Recipient extends Addressee {
  id: string;
}

/** Undefined for a deleted account. */
export async function findRecipient(sql: Connection, userId: string): Promise<Recipient | undefined> {
  const [row] = await sql<Recipient[]>`select id, email, locale from users where id = ${userId} and deleted_at is null`;
  return row;
}

export async function listAdmins(sql: Connection): Promise<Recipient[]> {
  return sql<
    Recipient[]
  >`select id, email, locale from users where role = 'admin' and suspended_at is null order by id`;
}

/** Returns true if one of the two people has blocked the other. */
export async function areApart(sql: Connection, userId: string, otherId: string): Promise<boolean> {
  const [row] = await sql<{ apart: boolean }[]>`select people_apart(${userId}::uuid, ${otherId}::uuid) as apart`;
  return row?.apart ?? false;
}
