import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { getConsistency } from '#contract/transparency.ts';
import type { Platform } from '#server/platform/platform.ts';
import { hashConsistency } from './ledger-tree.ts';
import { hasRootOfSize } from './roots.sql.ts';

/**
 * Returns the hashes that prove that the root over `to` journals extends the one over `from` journals. Throws not_found unless both are
 * published, because other sizes have no stored subtrees.
 */
export async function proveConsistency(
  { db }: Pick<Platform, 'db'>,
  { from, to }: { from: number; to: number },
): Promise<OutputOf<typeof getConsistency>> {
  for (const size of [from, to]) if (!(await hasRootOfSize(db.sql, size))) throw appError('not_found');
  const path = await hashConsistency(db.sql, from, to);
  return { path: path.map((hash) => hash.toString('hex')) };
}
