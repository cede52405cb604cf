import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listLikedPools } from './likes.ts';
import { byId, pagination, poolCard } from './pools/pools.ts';

/** `isSaved`: the caller follows the pool. `getsNews`: the caller gets its news; false without following. */
const saveStatus = z.object({ isSaved: z.boolean(), getsNews: z.boolean() });
export type SaveStatus = z.infer<typeof saveStatus>;

export const savePool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/save',
  summary:
    'Follow a pool without pledging; sends me its news and a reminder 24 hours before it closes; repeating the call is harmless',
  who: 'user',
  params: byId,
  output: saveStatus,
  errors: ['age_gate'],
});
export const unsavePool = endpoint({
  method: 'DELETE',
  path: '/api/pools/:id/save',
  summary: 'Stop following a pool',
  who: 'user',
  params: byId,
  output: saveStatus,
});
export const setPoolNews = endpoint({
  method: 'PATCH',
  path: '/api/pools/:id/save',
  summary: 'Turn the news about a pool that I follow on or off; changes nothing unless I follow it',
  who: 'user',
  params: byId,
  body: z.object({ getsNews: z.boolean() }),
  output: saveStatus,
});
export const getSaveStatus = endpoint({
  method: 'GET',
  path: '/api/pools/:id/save-status',
  summary: 'Get whether I follow a pool and get its news',
  who: 'user',
  scope: 'pools:read',
  params: byId,
  output: saveStatus,
});
export const listSavedPools = endpoint({
  ...listLikedPools,
  path: '/api/user/saved-pools',
  summary: 'List the pools that I follow, the latest first, and whether I get their news',
  output: z.object({ pools: z.array(poolCard.extend({ getsNews: z.boolean() })), pagination }),
});
