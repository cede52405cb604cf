import { appError } from '#contract/errors.ts';
import { hashOfTitle, type PoolAddress } from '#contract/pools/pool-path.ts';
import { isUuid } from '#contract/values/ids.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { maySeePool } from './policy.ts';
import { findIdByCreator, findIdByHash, findIdBySlug } from './pool-page.sql.ts';
import { findPoolById, type VisiblePool } from './pools.sql.ts';

/** The pool id for a parsed path; undefined if there is none. Does not check that an id in the path exists. */
export async function findPoolId(sql: Connection, address: PoolAddress): Promise<string | undefined> {
  switch (address.by) {
    case 'id':
      return address.id;
    case 'key':
      if (isUuid(address.key)) return address.key.toLowerCase();
      return (await findIdBySlug(sql, address.key)) ?? findIdByHash(sql, hashOfTitle(address.key));
    case 'creator':
      // Fall back to the slug alone, because the creator may have changed since the link was made.
      return (await findIdByCreator(sql, address.creatorUsername, address.slug)) ?? findIdBySlug(sql, address.slug);
  }
}

/** Finds a pool by id, slug or title with hash. Throws not_found, also if the viewer may not see it. */
export async function findVisiblePool(context: Platform, actor: Actor | null, key: string): Promise<VisiblePool> {
  const poolId = await findPoolId(context.db.sql, { by: 'key', key });
  const pool = poolId && (await findPoolById(context.db.sql, poolId));
  if (!pool || !maySeePool(actor, pool)) throw appError('not_found');
  return pool;
}
