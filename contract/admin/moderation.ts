import { z } from 'zod';
import { userSummary } from '#contract/accounts.ts';
import { messageImage } from '#contract/chat/chat-pictures.ts';
import { verificationStatus, verificationStatuses } from '#contract/creators/creators.ts';
import { claimStatus, claimStatuses, deliveredContent } from '#contract/delivery.ts';
import { endpoint } from '#contract/endpoint.ts';
import { poolClocks } from '#contract/pools/pool-clocks.ts';
import { byUuid, poolCard, poolStatuses, poolTerms } from '#contract/pools/pools.ts';
import { queuedReportKinds, reportStatus, reportStatuses } from '#contract/reports.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { adminQuery, decisionReason, paged } from './admin-list.ts';
import { own, waitingApproval } from './approval-summary.ts';

/** A frozen pool keeps its status. This extra filter value finds frozen pools. */
export const adminPoolStatuses = [...poolStatuses, 'frozen'] as const;
/** Orders of the pool list beside newest and oldest; a leading minus is descending. `deadline` is the pool's next deadline. */
export const adminPoolSorts = [
  'title',
  '-title',
  'pledged',
  '-pledged',
  'deadline',
  '-deadline',
  'status',
  '-status',
] as const;
export const verificationItem = z.object({
  id: uuid,
  userId: uuid,
  user: userSummary,
  status: verificationStatus,
  fullName: z.string(),
  username: z.string(),
  category: z.string(),
  bio: z.string(),
  socialLinks: z.array(z.object({ platform: z.string(), url: z.string() })),
  proofUrl: z.string(),
  /** An unclaimed profile of that name exists. Approval assigns it to the applicant. */
  claimsProfile: z.boolean(),
  /** Verified creators whose name looks like one of these names. */
  imitates: z.array(z.object({ username: z.string(), displayName: z.string() })),
  reason: z.string().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  own,
});
export const contentClaimItem = z.object({
  id: uuid,
  poolId: uuid,
  poolTitle: z.string(),
  poolPath: z.string(),
  userId: uuid,
  user: userSummary,
  status: claimStatus,
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** The request and the accepted terms, for comparison with the delivery. Amounts are integer cents. */
  request: z.object({
    description: z.string(),
    imageUrl: z.string().nullable(),
    paidAmount: z.number().int(),
    fanCount: z.number().int(),
    deliveryDueAt: z.iso.datetime().nullable(),
    terms: poolTerms.nullable(),
  }),
  content: deliveredContent,
  own,
  /** The request to a second admin to approve it; null if none waits. */
  waiting: waitingApproval.nullable(),
});
export const contentClaimDetail = contentClaimItem.extend({
  /** The other deliveries for this pool, newest first. */
  others: z.array(deliveredContent),
});
export const adminPoolItem = poolCard.extend({
  poolId: uuid,
  userId: uuid,
  clocks: poolClocks,
  heldCents: z.number().int(),
  /**
   * The number of the last audit row about this pool; 0 if there is none. Send it with an action: if another admin has acted since, the
   * action is refused and the error names who did what.
   */
  version: z.number().int(),
  /** Identifies the pool's title, description, goal, categories, creator and pictures. Send it with `open`. */
  contentMark: z.string(),
});
/**
 * An objection is a contributor's complaint that the delivery is not what was agreed. An appeal is a suspended person's request to lift
 * the suspension. The other kinds are reports.
 */
export const reportItem = z.object({
  id: uuid,
  kind: z.enum(['objection', ...queuedReportKinds]),
  status: reportStatus,
  /** The pool that it is about or in; null for profiles and chat messages. */
  poolId: uuid.nullable(),
  poolTitle: z.string().nullable(),
  poolPath: z.string().nullable(),
  /** The person who objects or reports. */
  userId: uuid,
  user: userSummary,
  reason: z.string(),
  answer: z.string().nullable(),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  /** The reported item; null for objections. */
  reported: z
    .object({
      id: uuid,
      /** The path of a page that shows it; null if there is none. */
      path: z.string().nullable(),
      /** Its text when it was reported; empty for adult content before the age gate. */
      excerpt: z.string(),
      /** The texts of a chat message before its edits, the first one first. */
      earlierTexts: z.array(z.string()),
      /** The pictures of a chat message, kept while the report is open. */
      images: z.array(messageImage),
      /** The owner or author; null if there is none. */
      user: userSummary.nullable(),
      /** Whether it has been deleted since. */
      gone: z.boolean(),
      /** Open reports of the same thing: upholding one upholds them all. */
      openReports: z.number().int(),
    })
    .nullable(),
  own,
});

const bytes = z.number().int().nonnegative();
/** Bytes of uploads: finished ones, and the full size of unfinished ones. */
const uploadedBytes = { storedBytes: bytes, promisedBytes: bytes };

export const storage = z.object({
  /** The disk of DATA_DIR. While less than the reserve is free, the server refuses files and pictures. */
  disk: z.object({ freeBytes: bytes, totalBytes: bytes, reserveBytes: bytes }),
  quotas: z.object({ perPersonBytes: bytes, perPoolBytes: bytes }),
  uploads: z.object(uploadedBytes),
  picturesBytes: bytes,
  /** The largest users first. */
  people: z.array(z.object({ userId: uuid, user: userSummary, ...uploadedBytes })),
});
export type Storage = z.infer<typeof storage>;

/** The entries of each admin list by status, each counted up to `limits.adminBadgeMax`. */
export const adminCounts = z.object({
  users: z.object({ suspended: z.int(), deleted: z.int() }),
  pools: z.object({ in_review: z.int(), frozen: z.int() }),
  verifications: z.record(verificationStatus, z.int()),
  claims: z.record(claimStatus, z.int()),
  contentClaims: z.record(claimStatus, z.int()),
  reports: z.record(reportStatus, z.int()),
  takedowns: z.object({ open: z.int(), countered: z.int(), acted: z.int(), rejected: z.int() }),
  audit: z.object({ refused: z.int() }),
  /** Requests for a second admin. */
  approvals: z.object({ waiting: z.int() }),
  /** Jobs that failed all attempts. */
  jobs: z.object({ failed: z.int() }),
});
export type AdminCounts = z.infer<typeof adminCounts>;

export const getAdminCounts = endpoint({
  method: 'GET',
  path: '/api/admin/counts',
  summary: 'Count the entries of the admin lists by status, each up to 1,000',
  who: 'admin',
  scope: 'admin:read',
  output: adminCounts,
});
export const getStorage = endpoint({
  method: 'GET',
  path: '/api/admin/storage',
  summary: 'Get the disk usage and the twenty people whose uploads take the most space',
  who: 'admin',
  scope: 'admin:read',
  output: storage,
});
export const listVerifications = endpoint({
  method: 'GET',
  path: '/api/admin/verifications',
  summary: 'List creator applications',
  who: 'admin',
  query: adminQuery(verificationStatuses),
  output: paged(verificationItem),
});
export const getVerification = endpoint({
  method: 'GET',
  path: '/api/admin/verifications/:id',
  summary: 'Get a creator application',
  who: 'admin',
  params: byUuid,
  output: verificationItem,
});
export const decideVerification = endpoint({
  method: 'PATCH',
  path: '/api/admin/verifications/:id',
  summary: 'Approve or reject a creator application',
  who: 'admin',
  params: byUuid,
  body: z.object({ status: z.enum(['approved', 'rejected']), reason: decisionReason.optional() }),
  output: verificationItem,
  errors: ['own_decision', 'application_settled', 'conflict', 'creator_username_taken', 'profile_exists'],
});
export const listContentClaims = endpoint({
  method: 'GET',
  path: '/api/admin/content-claims',
  summary: 'List deliveries for review',
  who: 'admin',
  query: adminQuery(claimStatuses),
  output: paged(contentClaimItem),
});
export const getContentClaim = endpoint({
  method: 'GET',
  path: '/api/admin/content-claims/:id',
  summary: 'Get a delivery with the earlier deliveries for the same pool',
  who: 'admin',
  params: byUuid,
  output: contentClaimDetail,
});
export const decideContentClaim = endpoint({
  method: 'PATCH',
  path: '/api/admin/content-claims/:id',
  summary: 'Approve a delivery or send it back with a reason',
  who: 'admin',
  params: byUuid,
  body: z.object({ status: z.enum(['approved', 'rejected']), reason: decisionReason.optional() }),
  output: contentClaimItem,
  errors: ['own_decision', 'pool_state', 'pool_frozen'],
});
export const listAdminPools = endpoint({
  method: 'GET',
  path: '/api/admin/pools',
  summary: 'List pools in every state; the search also accepts an id',
  who: 'admin',
  scope: 'admin:read',
  query: adminQuery(adminPoolStatuses, adminPoolSorts),
  output: paged(adminPoolItem),
});
export const actOnPool = endpoint({
  method: 'PATCH',
  path: '/api/admin/pools/:id',
  summary: 'Open an adult pool, or highlight, freeze or remove a pool; removing refunds all held money',
  who: 'admin',
  params: byUuid,
  body: z.object({
    action: z.enum(['open', 'highlight', 'unhighlight', 'freeze', 'unfreeze', 'remove']),
    reason: decisionReason.optional(),
    /** The item's `version` that the admin saw. */
    version: z.number().int().nonnegative().optional(),
    /** With `open`: the item's `contentMark` that the admin saw. Opening other content is refused. */
    contentMark: z.string().max(100).optional(),
    /** With `remove`, for a completed pool: fans who paid can still open the delivery. False by default. */
    keepsDelivery: z.boolean().optional(),
  }),
  output: adminPoolItem,
  errors: ['own_decision', 'conflict', 'pool_state', 'pool_frozen'],
});
export const listReports = endpoint({
  method: 'GET',
  path: '/api/admin/reports',
  summary: 'List objections to deliveries and reports of other things',
  who: 'admin',
  query: adminQuery(reportStatuses).extend({ kind: reportItem.shape.kind.optional() }),
  output: paged(reportItem),
});
export const getReport = endpoint({
  method: 'GET',
  path: '/api/admin/reports/:id',
  summary: 'Get an objection or a report',
  who: 'admin',
  params: byUuid,
  output: reportItem,
});
export const decideReport = endpoint({
  method: 'PATCH',
  path: '/api/admin/reports/:id',
  summary:
    'Uphold or dismiss: an upheld objection refunds everyone or sends the delivery back, an upheld report removes the update, comment or message',
  who: 'admin',
  params: byUuid,
  body: z.object({
    status: z.enum(['upheld', 'dismissed', 'approved', 'rejected']),
    /** The effect of an upheld objection; `refund` by default. */
    outcome: z.enum(['refund', 'redo']).default('refund'),
    reason: decisionReason,
  }),
  output: reportItem,
  errors: ['own_decision', 'pool_state', 'pool_frozen'],
});
