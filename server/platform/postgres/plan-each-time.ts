/**
 * Makes PostgreSQL plan this statement for its parameters each time, which takes a few milliseconds. Otherwise, after five runs on a
 * connection, it may reuse one plan for all parameters, and a plan for a rare word is very slow for a common one.
 */
export function planEachTime<Statement>(statement: Statement): Statement {
  // The driver reads this option from every statement, but its types offer it for `unsafe()` only.
  Object.assign((statement as { options: object }).options, { prepare: false });
  return statement;
}
