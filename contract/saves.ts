import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listLikedPools } from './likes.ts';
import { byId } from './pools.ts';

const saveStatus = z.object({ isSaved: z.boolean() });
export type SaveStatus = z.infer<typeof saveStatus>;

export const savePool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/save',
  summary: 'Save a pool for later; reminds me 24 hours before it closes; repeating the call is harmless',
  who: 'user',
  params: byId,
  output: saveStatus,
  errors: ['age_gate'],
});
export const unsavePool = endpoint({
  method: 'DELETE',
  path: '/api/pools/:id/save',
  summary: 'Remove a pool from my saved pools',
  who: 'user',
  params: byId,
  output: saveStatus,
});
export const getSaveStatus = endpoint({
  method: 'GET',
  path: '/api/pools/:id/save-status',
  summary: 'Get whether I saved a pool for later',
  who: 'user',
  params: byId,
  output: saveStatus,
});
export const listSavedPools = endpoint({
  ...listLikedPools,
  path: '/api/user/saved-pools',
  summary: 'List the pools that I saved for later, latest first',
});
