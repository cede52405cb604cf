import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** Whether `users u` must set up a second factor before anything else. */
export const mustSetUp = (sql: Connection, rolesWithFactor: readonly string[]): Fragment => sql`
  (u.role in (select unnest(${rolesWithFactor}::text[])) and not u.has_second_factor
    and coalesce(u.second_factor_grace_until < clock_timestamp(), true))`;
