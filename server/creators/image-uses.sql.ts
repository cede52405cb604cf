import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** The creator profiles that use an image. */
export function profileImageUses(sql: Connection, { url }: { url: Fragment }): Fragment {
  return sql`
    select coalesce(k.adult, false) as adult, c.owner_id, null::boolean as readable, false as private
    from creator_profiles c left join categories k on k.id = c.category_id 
    where c.avatar_url = ${url} or c.cover_url = ${url}`;
}
