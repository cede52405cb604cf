import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** Whether a person has the rights of a creator at this moment. An admin can take the role from a creator who has pools. */
export const isCreator = (sql: Connection, userId: Fragment): Fragment => sql`
  exists (select from users ic where ic.id = ${userId} and ic.role <> 'user')`;

/** For a row `pool` of pools: whether it is assigned to this person, who has the rights of a creator at this moment. */
export const createsPool = (sql: Connection, pool: Fragment, userId: Fragment): Fragment => sql`
  (${pool}.assigned_creator_id = ${userId} and ${isCreator(sql, userId)})`;
