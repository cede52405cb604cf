import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { isReadable } from './updates.sql.ts';

/**
 * The updates that show a picture. Those for contributors show it only to the people who may read them, and those of removed pools only to the
 * pool's owner and creator.
 */
export function updateImageUses(
  sql: Connection,
  { id, viewerId }: { id: Fragment; viewerId: string | null },
): Fragment {
  return sql`
    select p.adult, x.author_id as owner_id,
      case when p.status = 'removed' then coalesce(${viewerId}::uuid in (p.owner_id, p.assigned_creator_id), false) when x.audience <> 'everyone' then ${isReadable(sql, viewerId)} end as readable,
      false as private
    from pool_update_images m join pool_updates x on x.id = m.update_id join pools p on p.id = x.pool_id where m.image_id = ${id}`;
}
