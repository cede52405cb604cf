import type { Connection } from '#server/platform/postgres/db.ts';

/** The columns of `person`. */
export interface QueuedPerson {
  userId: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
}

export const person = (sql: Connection) => sql`u.id as user_id, u.username, u.display_name, u.avatar_url`;
export const newest = (sql: Connection, oldestFirst: boolean, column: 'x' | 'p') =>
  oldestFirst
    ? sql`${sql(column)}.created_at, ${sql(column)}.id`
    : sql`${sql(column)}.created_at desc, ${sql(column)}.id desc`;
