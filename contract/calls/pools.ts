import { msg } from '#contract/language/text.ts';
import type * as likes from '../likes.ts';
import type * as pools from '../pools/pools.ts';
import type * as saves from '../saves.ts';
import type * as search from '../search.ts';
import { get, patch, post, remove } from './make-call.ts';

export const listPools = get<typeof pools.listPools>('/api/pools', msg`Failed to fetch pools`);
export const countPools = get<typeof pools.countPools>('/api/pools/total-count');
export const getPool = get<typeof pools.getPool>('/api/pools/:id');
export const resolvePool = get<typeof pools.resolvePool>('/api/pools/resolve');
export const createPool = post<typeof pools.createPool>('/api/pools');
export const editPool = patch<typeof pools.editPool>('/api/pools/:id');
export const cancelPool = post<typeof pools.cancelPool>('/api/pools/:id/cancel');
export const acceptPool = post<typeof pools.acceptPool>('/api/pools/:id/accept');
export const declinePool = post<typeof pools.declinePool>('/api/pools/:id/decline');
export const proceedWithPool = post<typeof pools.proceedWithPool>('/api/pools/:id/proceed');
export const giveUpPool = post<typeof pools.giveUpPool>('/api/pools/:id/give-up');

export const likePool = post<typeof likes.likePool>('/api/pools/:id/like');
export const unlikePool = remove<typeof likes.unlikePool>('/api/pools/:id/like');
export const getLikeStatus = get<typeof likes.getLikeStatus>(
  '/api/pools/:id/like-status',
  msg`Failed to fetch like status`,
);
export const listLikeStatuses = get<typeof likes.listLikeStatuses>(
  '/api/pools/like-statuses',
  msg`Failed to fetch like status`,
);
export const listLikedPools = get<typeof likes.listLikedPools>('/api/user/liked-pools');

export const savePool = post<typeof saves.savePool>('/api/pools/:id/save');
export const unsavePool = remove<typeof saves.unsavePool>('/api/pools/:id/save');
export const setPoolNews = patch<typeof saves.setPoolNews>('/api/pools/:id/save');
export const getSaveStatus = get<typeof saves.getSaveStatus>('/api/pools/:id/save-status');
export const listSavedPools = get<typeof saves.listSavedPools>('/api/user/saved-pools');

export const searchEverything = get<typeof search.searchEverything>('/api/search');
