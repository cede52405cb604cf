import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { httpUrl } from './creators.ts';
import { claimStatus } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { adminQuery, decisionReason, paged } from './moderation.ts';
import { byId, byUuid, poolStatus } from './pools.ts';

/** A creator's request to be the one who answers a pool. */
export const poolClaimForm = z.object({
  message: z
    .string('Message is required')
    .trim()
    .min(limits.poolClaimMessage.min, 'Message is required')
    .max(limits.poolClaimMessage.max, 'Message must be 1,000 characters or less'),
  proofUrl: httpUrl(
    'Please enter a link that proves who you are (must start with http:// or https://)',
    'Proof link is required',
  ),
});

export const poolClaimItem = z.object({
  id: z.uuid(),
  status: claimStatus,
  poolId: z.uuid(),
  poolTitle: z.string(),
  poolPath: z.string(),
  poolStatus,
  userId: z.uuid(),
  user: userSummary,
  /** The claimant's own profile; null once they have none. */
  creatorUsername: z.string().nullable(),
  message: z.string(),
  proofUrl: z.string(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type PoolClaimItem = z.infer<typeof poolClaimItem>;

export const claimPool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/claims',
  summary: 'A verified creator claims a pool that asks them or no one; an admin decides',
  who: 'creator',
  params: byId,
  body: poolClaimForm,
  output: z.object({ id: z.uuid(), status: claimStatus }),
  status: 201,
  errors: ['claim_exists', 'not_your_request', 'pool_state', 'pool_frozen'],
});
export const listPoolClaims = endpoint({
  method: 'GET',
  path: '/api/admin/claims',
  summary: 'Pool claims of creators',
  who: 'admin',
  query: adminQuery,
  output: paged(poolClaimItem),
});
export const decidePoolClaim = endpoint({
  method: 'PATCH',
  path: '/api/admin/claims/:id',
  summary: 'Approve a pool claim, which assigns the creator, or reject it with a reason',
  who: 'admin',
  params: byUuid,
  body: z.object({ status: z.enum(['approved', 'rejected']), reason: decisionReason }),
  output: poolClaimItem,
  errors: ['pool_state'],
});
