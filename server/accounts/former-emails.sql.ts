import type { Connection, Tx } from '#server/platform/postgres/db.ts';

/** How long a former address gets warnings. */
const keptDays = 14;

export async function insertFormerEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await tx`
    insert into former_emails (user_id, email) values (${userId}, ${email})
    on conflict (user_id, email) do update set left_at = clock_timestamp()`;
}

/** The addresses that a person has left within two weeks and does not use now. */
export async function listFormerEmails(sql: Connection, userId: string): Promise<string[]> {
  const rows = await sql<{ email: string }[]>`
    select f.email from former_emails f join users u on u.id = f.user_id
    where f.user_id = ${userId} and lower(f.email) <> lower(u.email)
      and f.left_at > clock_timestamp() - make_interval(days => ${keptDays})
    order by f.left_at`;
  return rows.map(({ email }) => email);
}

export async function deleteOldFormerEmails(sql: Connection): Promise<void> {
  await sql`delete from former_emails where left_at < clock_timestamp() - make_interval(days => ${keptDays})`;
}

export async function deleteFormerEmails(tx: Tx, userId: string): Promise<void> {
  await tx`delete from former_emails where user_id = ${userId}`;
}
