import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** The columns of `person`. */
export interface QueuedPerson {
  userId: string;
  username: string;
  displayName: string | null;
  avatarUrl: string | null;
}

export const person = (sql: Connection) => sql`u.id as user_id, u.username, u.display_name, u.avatar_url`;

export const hasStatus = (sql: Connection, status: string | null): Fragment =>
  status === null ? sql`true` : sql`x.status = ${status}`;
