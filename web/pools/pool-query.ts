import { type Pool, resolvePool } from '#contract/pools.ts';
import { query } from '#web/data/query.ts';

/** The pool behind any of the six forms of its path. */
export const poolAtPath = (path: string) => query(resolvePool, { query: { path } });

/** An adult pool whose words and pictures the server keeps back until the age gate was passed. */
export const isHeldBack = (pool: Pool) => pool.adult && pool.description === '';

/** Who is asked, by name; null while the pool asks no one in particular. */
export function askedName(pool: Pool): string | null {
  const { targetCreator, assignedCreator } = pool;
  return targetCreator?.displayName ?? assignedCreator?.displayName ?? assignedCreator?.username ?? null;
}
