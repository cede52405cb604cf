import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** The accounts that use the picture as their avatar. */
export function avatarUses(sql: Connection, { url }: { url: Fragment }): Fragment {
  return sql`select u.adult, u.id as owner_id, null::boolean as readable, false as private from users u where u.avatar_url = ${url}`;
}
