import type { Addressee } from '#server/platform/mail/mail.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export interface MailedPerson extends Addressee {
  id: string;
  username: string;
}

/** Finds a person who still has an account. */
export async function findPerson(sql: Connection, userId: string): Promise<MailedPerson | undefined> {
  const [row] = await sql<
    MailedPerson[]
  >`select id, email, locale, username from users where id = ${userId} and deleted_at is null`;
  return row;
}

export async function listAdmins(sql: Connection): Promise<MailedPerson[]> {
  return sql<
    MailedPerson[]
  >`select id, email, locale, username from users where role = 'admin' and suspended_at is null order by id`;
}
