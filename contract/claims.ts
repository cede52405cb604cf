import { z } from 'zod';
import { adminQuery, decisionReason, paged } from '#contract/admin/admin-list.ts';
import { own } from '#contract/admin/approval-summary.ts';
import { t } from '#contract/language/text.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { userSummary } from './accounts.ts';
import { httpUrl } from './creators/creators.ts';
import { claimStatus, claimStatuses } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { byId, byUuid, poolStatus } from './pools/pools.ts';
import { uuid } from './values/field-schemas.ts';

const message = (limit: { min: number; max: number }) =>
  z
    .string({ error: () => t`Message is required` })
    .overwrite(tidyText)
    .min(limit.min, { error: () => t`Message is required` })
    .max(limit.max, { error: () => t`Message must be 1,000 characters or less` });
const proofUrl = httpUrl(
  () => t`Please enter a link that proves who you are (must start with http:// or https://)`,
  () => t`Proof link is required`,
);

/** A creator's request to be assigned to a pool. */
export const poolClaimForm = z.object({ message: message(limits.poolClaimMessage), proofUrl });
/** A person's request to own a creator profile that fans have added. */
export const creatorClaimForm = z.object({ message: message(limits.creatorClaimMessage), proofUrl });

const anyClaim = z.object({
  id: uuid,
  status: claimStatus,
  userId: uuid,
  user: userSummary,
  message: z.string(),
  proofUrl: z.string(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  own,
});
export const poolClaimItem = anyClaim.extend({
  kind: z.literal('pool'),
  poolId: uuid,
  poolTitle: z.string(),
  poolPath: z.string(),
  poolStatus,
  /** The claimant's creator profile; null if they no longer have one. */
  creatorUsername: z.string().nullable(),
});
export type PoolClaimItem = z.infer<typeof poolClaimItem>;
/** The kind of a linked page: a profile on a known platform, a page that anyone gets for free, or any other page. */
export const claimPageKind = z.enum(['platform', 'free_host', 'unknown']);
export type ClaimPageKind = z.infer<typeof claimPageKind>;
/** Why a code on a page does not suffice without an admin. */
export const claimDoubts = [
  'free_host',
  'unknown_page',
  'recent_profile',
  'recent_link',
  'unknown_adder',
  'own_link',
  'related_adder',
  'imitates',
  'rejected_before',
] as const;
export const claimDoubt = z.enum(claimDoubts);
export type ClaimDoubt = z.infer<typeof claimDoubt>;
/** A verified creator whose name looks the same. */
export const imitatedCreator = z.object({ username: z.string(), displayName: z.string() });
export type ImitatedCreator = z.infer<typeof imitatedCreator>;
/** A person in the evidence of a claim, and what their account shares with the claimant's. */
const sharing = z.object({ user: userSummary, address: z.boolean(), device: z.boolean(), card: z.boolean() });
/** The evidence for an admin who decides a claim to a profile, as it is now. */
export const claimEvidence = z.object({
  /** The person who added the profile, if they are known. */
  addedBy: userSummary.nullable(),
  addedAt: z.iso.datetime(),
  links: z.array(
    z.object({
      url: z.string(),
      kind: claimPageKind,
      addedBy: userSummary.nullable(),
      addedAt: z.iso.datetime(),
      changedBy: userSummary.nullable(),
      changedAt: z.iso.datetime(),
    }),
  ),
  /** Accounts that share a block of addresses, a browser or a payment card with the claimant; at most 20. */
  sharing: z.array(sharing),
});
export type ClaimEvidence = z.infer<typeof claimEvidence>;
export const creatorClaimItem = anyClaim.extend({
  kind: z.literal('creator'),
  method: z.enum(['message', 'code']),
  /** The page on which the claimant's code was found; null for a claim by message. */
  page: z.string().nullable(),
  pageKind: claimPageKind.nullable(),
  foundAt: z.iso.datetime().nullable(),
  /** Why the code did not suffice when it was found; empty if it did, and for a claim by message. */
  doubts: z.array(claimDoubt),
  /** When the code gave the profile to the claimant, before this review; null otherwise. */
  handedOverAt: z.iso.datetime().nullable(),
  /** Verified creators whose name looks like that of the claimed profile. */
  imitates: z.array(imitatedCreator),
  /** Only for one claim, not in a list; null if the profile is gone. */
  evidence: claimEvidence.nullable(),
  /** The claimed profile. */
  creatorUsername: z.string(),
  creatorName: z.string(),
  /** Whether the profile still exists. */
  exists: z.boolean(),
});
export type CreatorClaimItem = z.infer<typeof creatorClaimItem>;
export const claimItem = z.discriminatedUnion('kind', [poolClaimItem, creatorClaimItem]);
export type ClaimItem = z.infer<typeof claimItem>;

export const claimPool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/claims',
  summary: 'Claim a pool that names me or no creator, as a verified creator; an admin decides',
  who: 'creator',
  params: byId,
  body: poolClaimForm,
  output: z.object({ id: uuid, status: claimStatus }),
  status: 201,
  errors: ['claim_exists', 'not_your_request', 'pool_state', 'pool_frozen'],
});
export const claimCreator = endpoint({
  method: 'POST',
  path: '/api/creators/:username/claims',
  summary: 'Claim a creator profile that fans have added; an admin decides',
  who: 'user',
  params: z.object({ username: z.string().max(50) }),
  body: creatorClaimForm,
  output: z.object({ id: uuid, status: claimStatus }),
  status: 201,
  errors: ['claim_exists', 'creator_has_owner', 'profile_exists'],
});
/** The result of a check of one page. */
export const claimPageOutcome = z.enum(['found', 'missing', 'moved', 'unreachable']);
export type ClaimPageOutcome = z.infer<typeof claimPageOutcome>;
export const claimCode = z.object({
  /** The person places it on one of the pages. It is case-sensitive. */
  code: z.string(),
  /** The pages that count: the profile's links when the person asked for the code. */
  pages: z.array(z.string()),
  expiresAt: z.iso.datetime(),
  /** How many more times the pages can be checked for this code. */
  checksLeft: z.number().int(),
});
export type ClaimCode = z.infer<typeof claimCode>;
export const claimCheck = z.object({
  /** The profile is the caller's now. An admin still verifies it. */
  claimed: z.boolean(),
  /** The code was found, and an admin decides about the claim. */
  inReview: z.boolean(),
  pages: z.array(z.object({ url: z.string(), outcome: claimPageOutcome })),
  checksLeft: z.number().int(),
});
export type ClaimCheck = z.infer<typeof claimCheck>;

export const getClaimCode = endpoint({
  method: 'POST',
  path: '/api/creators/:username/claim-code',
  summary: 'Get my one-time code for claiming an unclaimed profile; returns the same code until it expires',
  who: 'user',
  params: z.object({ username: z.string().max(50) }),
  output: claimCode,
  errors: ['claim_code_unavailable', 'creator_has_owner', 'profile_exists', 'age_gate'],
});
export const checkClaimCode = endpoint({
  method: 'POST',
  path: '/api/creators/:username/claim-code/check',
  summary:
    'Look for my code on the pages that an unclaimed profile links; a match on an old link to a known platform makes the profile mine, any other match goes to an admin',
  who: 'user',
  params: z.object({ username: z.string().max(50) }),
  output: claimCheck,
  errors: ['claim_code_expired', 'creator_has_owner', 'profile_exists'],
});
export const listClaims = endpoint({
  method: 'GET',
  path: '/api/admin/claims',
  summary: 'List claims to pools and creator profiles',
  who: 'admin',
  query: adminQuery(claimStatuses).extend({ kind: z.enum(['pool', 'creator']).optional() }),
  output: paged(claimItem),
});
export const getClaim = endpoint({
  method: 'GET',
  path: '/api/admin/claims/:id',
  summary: 'Get a claim to a pool or a creator profile',
  who: 'admin',
  params: byUuid,
  output: claimItem,
});
export const decideClaim = endpoint({
  method: 'PATCH',
  path: '/api/admin/claims/:id',
  summary: 'Approve a claim, which hands over the pool or the profile, or reject it with a reason',
  who: 'admin',
  params: byUuid,
  body: z.object({ status: z.enum(['approved', 'rejected']), reason: decisionReason.optional() }),
  output: claimItem,
  errors: ['own_decision', 'pool_state', 'creator_has_owner', 'profile_exists'],
});
