import type { Rows, Statement } from './statement.ts';

/**
 * Makes PostgreSQL plan this statement for its parameters each time, which takes a few milliseconds. Otherwise, after five runs on a
 * connection, it may reuse one plan for all parameters, and a plan for a rare word is very slow for a common one.
 */
export function planEachTime<R extends Rows>(statement: Statement<R>): Statement<R> {
  statement.isPrepared = false;
  return statement;
}
