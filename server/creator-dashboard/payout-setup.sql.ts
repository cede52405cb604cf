import type { Connection } from '#server/platform/postgres/db.ts';

export async function readEmail(sql: Connection, userId: string): Promise<string | undefined> {
  const [row] = await sql<{ email: string }[]>`select email from users where id = ${userId} and deleted_at is null`;
  return row?.email;
}
