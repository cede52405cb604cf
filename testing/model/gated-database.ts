import type { Database } from '#server/platform/postgres/db.ts';
import { createTag } from '#server/platform/postgres/statement.ts';
import type { Task } from './interleave.ts';

/** Wraps a database so that each transaction, and each statement outside of one, waits for the task's turn. */
export function gatedDatabase(db: Database, task: Task): Database {
  const sql = createTag((statement) => task.turn().then(() => db.sql`${statement}`));
  return {
    ...db,
    sql: Object.assign(sql, { begin: db.sql.begin, reserve: db.sql.reserve }),
    async tx(work) {
      await task.turn();
      return db.tx(work);
    },
  };
}
