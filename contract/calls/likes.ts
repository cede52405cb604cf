import type * as likes from '../likes.ts';
import { get, post, remove } from './make-call.ts';

export const likePool = post<typeof likes.likePool>('/api/pools/:id/like');
export const unlikePool = remove<typeof likes.unlikePool>('/api/pools/:id/like');
export const getLikeStatus = get<typeof likes.getLikeStatus>(
  '/api/pools/:id/like-status',
  'Failed to fetch like status',
);
export const listLikeStatuses = get<typeof likes.listLikeStatuses>(
  '/api/pools/like-statuses',
  'Failed to fetch like status',
);
export const listLikedPools = get<typeof likes.listLikedPools>('/api/user/liked-pools');
