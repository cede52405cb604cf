import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** A title that matches more pools is not a useful search. */
const matchesMax = 1000;

/** An array of the ids of pools whose title matches, for conditions of admin searches. Indexes can answer `x.pool_id = any (…)`. */
export const poolsTitled = (sql: Connection, pattern: string): Fragment =>
  sql`array(select id from pools where title ilike ${pattern} limit ${matchesMax})`;
