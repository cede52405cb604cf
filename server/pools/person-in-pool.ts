import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/**
 * SQL for a person as a pool shows them, for a lateral join: id, username, display_name, avatar_url, adult. In the pools that a creator
 * is assigned to, they have the name and picture of their creator page; everywhere else, and without a pool, those of their account
 * (decisions/0063).
 */
export function personInPool(sql: Connection, { userId, poolId }: Record<'userId' | 'poolId', Fragment>): Fragment {
  return sql`(
    select pu.id, pu.username, pu.adult, case when pc.id is null then pu.display_name else pc.display_name end as display_name,
      case when pc.id is null then pu.avatar_url else pc.avatar_url end as avatar_url
    from users pu left join creator_profiles pc on pc.owner_id = pu.id
      and exists (select from pools pp where pp.id = ${poolId} and pp.assigned_creator_id = pu.id)
    where pu.id = ${userId})`;
}
