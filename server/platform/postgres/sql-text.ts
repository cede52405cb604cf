import type { Connection, Fragment } from './db.ts';

/** Escapes %, _ and the backslash, so that LIKE and ILIKE match the text literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}

/**
 * Completes `id = …` with one of these ids. PostgreSQL counts the elements of `any($1)` and therefore plans the statement again on every
 * call with fewer than ten, which takes 0.05 to 0.4 ms and often longer than the statement. It does not count those of a subquery. Use
 * it in statements that many pages or calls run.
 */
export const anyOf = (sql: Connection, ids: readonly string[]): Fragment =>
  sql`any (array(select unnest(${ids}::uuid[])))`;
