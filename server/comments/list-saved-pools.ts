import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type PoolListPage, readPoolList } from './read-pool-list.ts';

/** Lists one page of the pools that the user saved for later. */
export const listSavedPools = (context: Platform, actor: Actor, page: PoolListPage) =>
  readPoolList(context, actor, 'saves', page);
