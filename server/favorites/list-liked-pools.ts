import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type PoolListPage, readPoolList } from './read-pool-list.ts';

/** Lists one page of the user's favorites. */
export const listLikedPools = (context: Platform, actor: Actor, page: PoolListPage) =>
  readPoolList(context, actor, 'likes', page);
