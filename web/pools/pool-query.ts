import { resolvePool } from '#contract/calls/pools.ts';
import { type Text, verbatim } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { live, query } from '#web/data/query.ts';

/** The pool at any of the six forms of its path. */
export const poolAtPath = (path: string) => live(query(resolvePool, { query: { path } }));

/** The name of the target or assigned creator; null if the pool has neither. */
export function requestedCreatorName(pool: Pool): Text | null {
  const { targetCreator, assignedCreator } = pool;
  const name = targetCreator?.displayName ?? assignedCreator?.displayName ?? assignedCreator?.username;
  return name === undefined ? null : verbatim(name);
}
