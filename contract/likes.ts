import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { byId, pageNumber, pagination, poolCard } from './pools/pools.ts';
import { uuid } from './values/field-schemas.ts';

const likeStatus = z.object({ isLiked: z.boolean(), likeCount: z.number().int() });
export type LikeStatus = z.infer<typeof likeStatus>;

const liked = z.object({ liked: z.boolean(), likeCount: z.number().int() });

export const likePool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/like',
  summary: 'Add a pool to my favorites; repeating the call is harmless',
  who: 'user',
  params: byId,
  output: liked,
  errors: ['age_gate'],
});
export const unlikePool = endpoint({
  method: 'DELETE',
  path: '/api/pools/:id/like',
  summary: 'Remove a pool from my favorites',
  who: 'user',
  params: byId,
  output: liked,
});
export const getLikeStatus = endpoint({
  method: 'GET',
  path: '/api/pools/:id/like-status',
  summary: 'Get the number of likes of a pool, and whether I like it',
  who: 'anyone',
  scope: 'pools:read',
  params: byId,
  output: likeStatus,
});
/** The caller's likes and followed pools for the cards of a list. The list is the same for everyone, so it cannot contain them. */
export const listLikeStatuses = endpoint({
  method: 'GET',
  path: '/api/pools/like-statuses',
  summary:
    'Get the like status of up to 100 pools, and whether I follow them and get their news, by comma-separated ids',
  who: 'anyone',
  scope: 'pools:read',
  query: z.object({ ids: z.string().max(3700) }),
  output: z.object({ statuses: z.array(likeStatus.extend({ id: uuid, isSaved: z.boolean(), getsNews: z.boolean() })) }),
});
export const listLikedPools = endpoint({
  method: 'GET',
  path: '/api/user/liked-pools',
  summary: 'List my favorites, latest first',
  who: 'user',
  scope: 'pools:read',
  query: z.object({
    page: pageNumber,
    pageSize: z.coerce.number<number | string>().int().min(1).max(100).default(limits.feedPageSize),
  }),
  output: z.object({ pools: z.array(poolCard), pagination }),
});
