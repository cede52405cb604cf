import type { Connection, Fragment } from '#server/platform/postgres/db.ts';

/** A name that matches more people is not a useful search. */
const matchesMax = 1000;

/** An array of the ids of people whose username matches, for conditions of admin searches. Indexes can answer `x.user_id = any (…)`. */
export const peopleNamed = (sql: Connection, pattern: string): Fragment =>
  sql`array(select id from users where username ilike ${pattern} limit ${matchesMax})`;
