import type { Database, Sql } from '#server/platform/postgres/db.ts';
import type { Task } from './interleave.ts';

/** Wraps a database so that each transaction, and each statement outside of one, waits for the task's turn. */
export function gatedDatabase(db: Database, task: Task): Database {
  const sql = new Proxy(db.sql, {
    apply(target, self, args: unknown[]) {
      // postgres.js also calls `sql` with a plain value to build a part of a statement.
      const isStatement = Array.isArray(args[0]) && 'raw' in args[0];
      const call = () => Reflect.apply(target as unknown as (...all: unknown[]) => unknown, self, args);
      return isStatement ? task.turn().then(call) : call();
    },
  }) as Sql;
  return {
    ...db,
    sql,
    async tx(work) {
      await task.turn();
      return db.tx(work);
    },
  };
}
