import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { verificationStatus } from './creators.ts';
import { claimStatus, deliveredContent } from './delivery.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { byUuid, pageNumber, pagination, poolCard, poolClocks, poolStatuses, poolTerms } from './pools.ts';
import { reportKinds, reportStatus } from './reports.ts';

/** What the lists of the admin take; nothing chosen is any status. */
export const adminQuery = <const Status extends string>(statuses: readonly Status[]) =>
  z.object({
    search: z.string().max(200).optional(),
    status: z.enum([...statuses, '']).optional(),
    sort: z.enum(['newest', 'oldest']).default('newest'),
    page: pageNumber,
  });
/** A frozen pool keeps its state; the list of pools finds those by this word. */
export const adminPoolStatuses = [...poolStatuses, 'frozen'] as const;
export const decisionReason = z
  .string('Reason is required')
  .trim()
  .min(limits.reason.min, 'Reason is required')
  .max(limits.reason.max, 'Reason must be 500 characters or less');
export const paged = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), pagination });

export const verificationItem = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  user: userSummary,
  status: verificationStatus,
  fullName: z.string(),
  username: z.string(),
  category: z.string(),
  bio: z.string(),
  socialLinks: z.array(z.object({ platform: z.string(), url: z.string() })),
  proofUrl: z.string(),
  /** An unclaimed profile of that name exists and would be claimed by approval. */
  claimsProfile: z.boolean(),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export const contentClaimItem = z.object({
  id: z.uuid(),
  poolId: z.uuid(),
  poolTitle: z.string(),
  poolPath: z.string(),
  userId: z.uuid(),
  user: userSummary,
  status: claimStatus,
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** What the pool asked for and what was agreed, to compare the delivery with. Amounts are integer cents. */
  request: z.object({
    description: z.string(),
    imageUrl: z.string().nullable(),
    paidAmount: z.number().int(),
    fanCount: z.number().int(),
    deliveryDueAt: z.iso.datetime().nullable(),
    terms: poolTerms.nullable(),
  }),
  content: deliveredContent,
});
export const adminPoolItem = poolCard.extend({
  poolId: z.uuid(),
  userId: z.uuid(),
  clocks: poolClocks,
  heldCents: z.number().int(),
});
/** An objection is money's: whoever paid says that the delivery is not what was agreed. The others are reports. */
export const reportItem = z.object({
  id: z.uuid(),
  kind: z.enum(['objection', ...reportKinds]),
  status: reportStatus,
  /** The pool that it is about, or is in; null for profiles and chat messages. */
  poolId: z.uuid().nullable(),
  poolTitle: z.string().nullable(),
  poolPath: z.string().nullable(),
  /** Who objects or reports. */
  userId: z.uuid(),
  user: userSummary,
  reason: z.string(),
  answer: z.string().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** What was reported; null for objections. */
  reported: z
    .object({
      id: z.uuid(),
      /** Where it can be seen; null where it cannot. */
      path: z.string().nullable(),
      /** Its words when it was reported; empty for adult ones before the age gate. */
      excerpt: z.string(),
      /** Whose it is; null for what nobody owns. */
      user: userSummary.nullable(),
      /** Deleted since. */
      gone: z.boolean(),
      /** Open reports of the same thing: upholding one upholds them all. */
      openReports: z.number().int(),
    })
    .nullable(),
});

const bytes = z.number().int().nonnegative();
/** Of uploads: finished ones, and the whole size of those still on their way. */
const uploadedBytes = { storedBytes: bytes, promisedBytes: bytes };

export const storage = z.object({
  /** Of the folder of files. While less than the reserve is free, files and pictures are refused. */
  disk: z.object({ freeBytes: bytes, totalBytes: bytes, reserveBytes: bytes }),
  quotas: z.object({ perPersonBytes: bytes, perPoolBytes: bytes }),
  uploads: z.object(uploadedBytes),
  picturesBytes: bytes,
  /** Who uses most, first. */
  people: z.array(z.object({ userId: z.uuid(), user: userSummary, ...uploadedBytes })),
});
export type Storage = z.infer<typeof storage>;

export const getStorage = endpoint({
  method: 'GET',
  path: '/api/admin/storage',
  summary: 'How full the disk is, and the twenty people whose uploads take the most of it',
  who: 'admin',
  output: storage,
});
export const listVerifications = endpoint({
  method: 'GET',
  path: '/api/admin/verifications',
  summary: 'Creator applications',
  who: 'admin',
  query: adminQuery(verificationStatus.options),
  output: paged(verificationItem),
});
export const decideVerification = endpoint({
  method: 'PATCH',
  path: '/api/admin/verifications/:id',
  summary: 'Approve or reject a creator application',
  who: 'admin',
  params: byUuid,
  body: z.object({ status: z.enum(['approved', 'rejected']), reason: decisionReason.optional() }),
  output: verificationItem,
  errors: ['application_settled', 'creator_username_taken', 'profile_exists'],
});
export const listContentClaims = endpoint({
  method: 'GET',
  path: '/api/admin/content-claims',
  summary: 'Deliveries, to be reviewed',
  who: 'admin',
  query: adminQuery(claimStatus.options),
  output: paged(contentClaimItem),
});
export const decideContentClaim = endpoint({
  method: 'PATCH',
  path: '/api/admin/content-claims/:id',
  summary: 'Approve a delivery or send it back with a reason',
  who: 'admin',
  params: byUuid,
  body: z.object({ status: z.enum(['approved', 'rejected']), reason: decisionReason.optional() }),
  output: contentClaimItem,
  errors: ['pool_state', 'pool_frozen'],
});
export const listAdminPools = endpoint({
  method: 'GET',
  path: '/api/admin/pools',
  summary: 'All pools in every state; the search takes an id, too',
  who: 'admin',
  query: adminQuery(adminPoolStatuses),
  output: paged(adminPoolItem),
});
export const actOnPool = endpoint({
  method: 'PATCH',
  path: '/api/admin/pools/:id',
  summary: 'Open an adult pool, highlight, freeze or remove a pool; removing refunds whatever is held',
  who: 'admin',
  params: byUuid,
  body: z.object({
    action: z.enum(['open', 'highlight', 'unhighlight', 'freeze', 'unfreeze', 'remove']),
    reason: decisionReason.optional(),
  }),
  output: adminPoolItem,
  errors: ['pool_state', 'pool_frozen'],
});
export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'Objections to deliveries and reports of anything else, to be decided',
  who: 'admin',
  query: adminQuery(reportStatus.options).extend({ kind: reportItem.shape.kind.optional() }),
  output: paged(reportItem),
});
export const decideReport = endpoint({
  method: 'PATCH',
  path: '/api/admin/reports/:id',
  summary: 'Uphold or dismiss: an upheld objection refunds all or has it redone, an upheld comment is removed',
  who: 'admin',
  params: byUuid,
  body: z.object({
    status: z.enum(['upheld', 'dismissed', 'approved', 'rejected']),
    /** What upholding an objection does; refund unless told. */
    outcome: z.enum(['refund', 'redo']).default('refund'),
    reason: decisionReason,
  }),
  output: reportItem,
  errors: ['pool_state', 'pool_frozen'],
});
