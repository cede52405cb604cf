import type { UserSummary } from '#contract/accounts.ts';
import type { Connection } from '#server/platform/postgres/db.ts';

export interface Adding {
  addedBy: string | null;
  addedAt: Date;
  /** Added within the last `days` days. */
  recent: boolean;
}

/** Who added a profile, and when; undefined if it is deleted. */
export async function findAdding(sql: Connection, profileId: string, days: number): Promise<Adding | undefined> {
  const [row] = await sql<Adding[]>`
    select added_by, created_at as added_at, created_at > clock_timestamp() - make_interval(days => ${days}) as recent
    from creator_profiles where id = ${profileId}`;
  return row;
}

/** These people by their ids. */
export async function listSummaries(sql: Connection, ids: string[]): Promise<Map<string, UserSummary>> {
  const rows = await sql<UserSummary[]>`
    select id, username, display_name, avatar_url from users where id = any (${ids}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row]));
}
