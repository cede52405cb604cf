import type { Platform } from '#server/platform/platform.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { countFeed } from './feed.sql.ts';

/** Counts the pools of the feed that this viewer may see. */
export async function countPools(context: Platform, viewer: Viewer): Promise<{ total: number }> {
  const { seesAdult } = viewer;
  return { total: await countFeed(context.db.sql, { categoryId: 0, seesAdult, highlighted: 'any' }) };
}
