import type { Connection, Tx } from '#server/platform/db.ts';

export interface NotificationRow {
  id: string;
  kind: string;
  title: string;
  body: string;
  href: string | null;
  createdAt: Date;
  readAt: Date | null;
}

export async function latestNotifications(sql: Connection, userId: string): Promise<NotificationRow[]> {
  return sql<NotificationRow[]>`
    select id, kind, title, body, href, created_at, read_at from notifications
    where user_id = ${userId} order by created_at desc, id limit 50`;
}

export async function countUnread(sql: Connection, userId: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*) as n from notifications where user_id = ${userId} and read_at is null`;
  return row?.n ?? 0;
}

export async function markAllRead(tx: Connection, userId: string): Promise<void> {
  await tx`update notifications set read_at = clock_timestamp() where user_id = ${userId} and read_at is null`;
}

export interface NewNotification {
  userId: string;
  kind: string;
  title: string;
  body: string;
  href: string | null;
  dedupeKey: string;
}

/** False when the same happening was told before. */
export async function insertNotification(tx: Tx, notice: NewNotification): Promise<boolean> {
  const rows = await tx`
    insert into notifications (user_id, kind, title, body, href, dedupe_key)
    values (${notice.userId}, ${notice.kind}, ${notice.title}, ${notice.body}, ${notice.href}, ${notice.dedupeKey})
    on conflict (dedupe_key) do nothing returning id`;
  return rows.length > 0;
}
