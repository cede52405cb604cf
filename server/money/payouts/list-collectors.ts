import { collectorsOf } from '#server/money/processors/routing.sql.ts';
import type { Tx } from '#server/platform/postgres/db.ts';

/**
 * The names of the processors that collected what the release `cause` can take or has taken from an account. The first one keeps its
 * place when the call is repeated.
 */
export function listCollectors(tx: Tx, heldAccount: `held:${string}`, cause: string): Promise<string[]> {
  return collectorsOf(tx, heldAccount, cause);
}
