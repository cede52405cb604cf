import { z } from 'zod';
import { t } from '#contract/language/text.ts';
import { poolSorts } from '#contract/sorts.ts';
import { editVersion, instant, uuid } from '#contract/values/field-schemas.ts';
import { formatMoney } from '#contract/values/money.ts';
import { flag, pageNumber, pagination } from '#contract/values/paging.ts';
import { tidyLine, tidyText } from '#contract/values/tidy-text.ts';
import { userSummary } from '../accounts.ts';
import { creatorSummary } from '../creators/creators.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { pledgeView } from '../pledges/pledge-view.ts';
import { pledgeRefusals } from './pledge-refusals.ts';
import { poolClocks } from './pool-clocks.ts';
import { poolPermissions } from './pool-permissions.ts';
import { poolStatuses } from './pool-status.ts';
import { poolTerms } from './pool-terms.ts';

const cents = z.coerce.number<number | string>().int().min(1).max(limits.goalCents.max);

/** The filters of the feed besides its categories. They narrow a search, too. */
const feedFilters = {
  /** Only pools that any verified creator can take: they name no creator, no one has taken them, and they accept pledges. */
  anyCreator: flag.optional(),
  /** Only pools for creators that the caller follows; none for visitors. */
  following: flag.optional(),
  /** Only pools whose goal, in cents, is in this range, bounds included. */
  minGoal: cents.optional(),
  maxGoal: cents.optional(),
  /** Only pools that still raise money for their goal and have at most this many days until their deadline. */
  maxDays: z.coerce.number<number | string>().int().min(1).max(limits.fundingDays.max).optional(),
};

export { pageNumber, pagination } from '#contract/values/paging.ts';
export { type PoolStatus, poolStatuses } from './pool-status.ts';
export { type PoolTerms, poolTerms } from './pool-terms.ts';
export const poolStatus = z.enum(poolStatuses);

/** A pool in cards and lists. Amounts are integer cents. */
export const poolCard = z.object({
  id: uuid,
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  status: poolStatus,
  frozen: z.boolean(),
  adult: z.boolean(),
  fundingGoal: z.number().int(),
  /** Paid minus refunded. */
  currentAmount: z.number().int(),
  /**
   * Live verified pledges, paid ones included, and their fans. In lists, a pool that ended without a delivery has the figures of its end.
   */
  pledgedAmount: z.number().int(),
  pledgedPercentage: z.number().int(),
  paidPercentage: z.number().int(),
  fanCount: z.number().int(),
  likeCount: z.number().int(),
  commentCount: z.number().int(),
  isHighlighted: z.boolean(),
  imageUrl: z.string().nullable(),
  images: z.array(z.object({ mediaUrl: z.string(), isPrimary: z.boolean() })),
  categories: z.array(z.object({ category: z.object({ name: z.string(), icon: z.string() }) })),
  createdAt: z.iso.datetime(),
  deadline: z.iso.datetime(),
  canonicalPath: z.string(),
  /** The owner: the fan who started the pool. */
  creator: userSummary,
  /** The target profile; null if the pool names no creator. */
  targetCreator: creatorSummary.nullable(),
  creatorProfile: creatorSummary.nullable(),
  creatorProfileId: uuid.nullable(),
  /** The account that may accept: the owner of the target profile, or the creator whose claim was approved. */
  assignedCreator: userSummary.nullable(),
});
export type PoolCard = z.infer<typeof poolCard>;

export const pool = poolCard.extend({
  /** The `titleWithHash` of `/tip-pool/{titleWithHash}`: the title's words and the pool's hash. */
  titleWithHash: z.string(),
  /** The language of its title and description, as a BCP 47 tag; null if it is not certain. */
  language: z.string().nullable(),
  isOwner: z.boolean(),
  isAssignedCreator: z.boolean(),
  /** Whether the caller likes it. */
  isLiked: z.boolean(),
  /** Whether the caller follows it, and gets its news. */
  isSaved: z.boolean(),
  getsNews: z.boolean(),
  /** Updates, including those that the caller may not read. */
  updateCount: z.number().int(),
  /** Whether the caller, a verified creator, can claim this pool or has a pending claim. */
  claim: z.enum(['possible', 'pending']).nullable(),
  /** The caller's live or latest pledge. */
  myPledge: pledgeView.nullable(),
  /** Whether the caller may see the delivery. */
  hasAccess: z.boolean(),
  can: poolPermissions,
  /** Why the caller cannot pledge now; null if they can. */
  pledgeRefusal: z.enum(pledgeRefusals).nullable(),
  /** The reason why the pool takes no pledges although its state would allow them (adult pools with real cards). */
  fundable: z.boolean(),
  /** While the account of its creator is suspended, the pool takes no pledges and charges no cards. */
  creatorSuspended: z.boolean(),
  allowsLatePledges: z.boolean(),
  /**
   * What hides an adult pool's texts and pictures from the caller: `age` until they confirm that they are an adult; `off` on a site
   * without adult content. Null if nothing is hidden.
   */
  adultGate: z.enum(['age', 'off']).nullable(),
  /** Changes with the content; send it with a pledge. Empty before the age gate. */
  contentMark: z.string(),
  endReason: z.string().nullable(),
  endedAt: z.iso.datetime().nullable(),
  terms: poolTerms.nullable(),
  clocks: poolClocks,
  /** The latest fans; anonymous ones have no name. */
  recentFans: z.array(userSummary),
  /** The pledges that its end released or refunded, if it ended without a delivery. Its other totals are then 0. */
  atEnd: z.object({ pledgedAmount: z.number().int(), fanCount: z.number().int() }).nullable(),
  events: z.array(
    z.object({ from: poolStatus.nullable(), to: poolStatus, at: z.iso.datetime(), reason: z.string().nullable() }),
  ),
});
export type Pool = z.infer<typeof pool>;

const { goalCents } = limits;

export const poolForm = z.object({
  title: z
    .string({ error: () => t`Title is required` })
    .overwrite(tidyLine)
    .min(limits.poolTitle.min, { error: () => t`Title is required` })
    .max(limits.poolTitle.max, { error: () => t`Title must be 100 characters or less` }),
  description: z
    .string({ error: () => t`Description is required` })
    .overwrite(tidyText)
    .min(limits.poolDescription.min, { error: () => t`Description is required` })
    .max(limits.poolDescription.max, { error: () => t`Description must be 5,000 characters or less` }),
  fundingGoal: z
    .int({ error: () => t`Goal must be a whole number of cents` })
    .min(goalCents.min, { error: () => t`Goal must be at least ${{ amount: formatMoney(goalCents.min) }}` })
    .max(goalCents.max, { error: () => t`Goal must be ${{ amount: formatMoney(goalCents.max) }} or less` }),
  deadline: instant(() => t`Deadline must be a date`).optional(),
  categories: z
    .array(z.string().trim().min(1).max(50), { error: () => t`Category is required` })
    .min(limits.poolCategories.min, { error: () => t`Category is required` })
    .max(limits.poolCategories.max, { error: () => t`Choose at most 3 categories` }),
  creatorProfileId: uuid.nullish(),
  imageIds: z
    .array(uuid)
    .max(limits.poolImages, { error: () => t`At most 5 pictures` })
    .optional(),
});
export type PoolForm = z.input<typeof poolForm>;

export const byId = z.object({ id: z.string().min(1).max(200) });
export const byUuid = z.object({ id: uuid });
export const reasonBody = z.object({
  reason: z
    .string({ error: () => t`Reason is required` })
    .overwrite(tidyText)
    .min(limits.reason.min, { error: () => t`Reason is required` })
    .max(limits.reason.max, { error: () => t`Reason must be 500 characters or less` }),
});

export const listPools = endpoint({
  method: 'GET',
  path: '/api/pools',
  summary: 'List the feed, newest first or in another order; a search lists the best matches first and forgives typos',
  who: 'anyone',
  scope: 'pools:read',
  query: z.object({
    categories: z.string().max(500).optional(),
    category: z.string().max(100).optional(),
    search: z.string().max(200).optional(),
    sort: z.enum(poolSorts).optional(),
    /** Only pools for this creator, by username. */
    creator: z.string().max(50).optional(),
    ...feedFilters,
    highlighted: flag.optional(),
    excludeHighlighted: flag.optional(),
    page: pageNumber,
    /** 9 by default; with `highlighted` all of them (at most 50). */
    pageSize: z.coerce.number<number | string>().int().min(1).max(100).optional(),
  }),
  /** `matchingCount` includes the highlighted pools that `excludeHighlighted` removes from `pools` and `pagination`. */
  output: z.object({ pools: z.array(poolCard), pagination, matchingCount: z.number().int() }),
});
export const countPools = endpoint({
  method: 'GET',
  path: '/api/pools/total-count',
  summary: 'Count the pools of the feed',
  who: 'anyone',
  scope: 'pools:read',
  output: z.object({ total: z.number().int() }),
});
export const getPool = endpoint({
  method: 'GET',
  path: '/api/pools/:id',
  summary: 'Get a pool by id, slug or title-with-hash',
  who: 'anyone',
  scope: 'pools:read',
  params: byId,
  output: pool,
});
export const resolvePool = endpoint({
  method: 'GET',
  path: '/api/pools/resolve',
  summary: 'Get the pool of any of the six URL forms, with its canonical path',
  who: 'anyone',
  scope: 'pools:read',
  query: z.object({ path: z.string().max(500) }),
  output: pool,
});
export const createPool = endpoint({
  method: 'POST',
  path: '/api/pools',
  summary: 'Start a pool; an admin must open adult pools',
  who: 'user',
  body: poolForm,
  output: pool,
  status: 201,
  errors: ['pool_adult_off', 'request_not_taken', 'creator_suspended'],
});
export const editPool = endpoint({
  method: 'PATCH',
  path: '/api/pools/:id',
  summary: 'Edit my pool before anyone else has pledged; missing fields stay as they are',
  who: 'user',
  params: byId,
  /** The version is the `contentMark` of the pool that the owner read. */
  body: poolForm.partial().extend({ version: editVersion }),
  output: pool,
  errors: ['conflict', 'own_pool_only', 'pool_has_pledges', 'pool_state', 'request_not_taken', 'creator_suspended'],
});
export const cancelPool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/cancel',
  summary: 'Cancel a pool until it starts collecting, as its owner without other fans or as an admin',
  who: 'user',
  params: byId,
  body: reasonBody,
  output: pool,
  errors: ['own_pool_only', 'pool_has_pledges', 'pool_state', 'pool_frozen'],
});
export const acceptPool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/accept',
  summary: 'Accept a pool with delivery days and a floor, as the assigned creator; freezes the terms',
  who: 'user',
  params: byId,
  body: z.object({
    deliveryDays: z
      .int({ error: () => t`Enter the number of days until delivery` })
      .min(limits.deliveryDays.min, { error: () => t`Delivery takes 1 to 60 days` })
      .max(limits.deliveryDays.max, { error: () => t`Delivery takes 1 to 60 days` }),
    floorCents: z.int({ error: () => t`The floor must be an amount in cents` }).min(0),
    /** Starts collecting below the goal, also later with the frozen days and floor. `allowLatePledges` then changes nothing. */
    atCurrentAmount: z.boolean().optional(),
    allowLatePledges: z.boolean().optional(),
    /** The request's `contentMark` that the creator saw. Accepting other content is refused. */
    contentMark: z.string().max(100).optional(),
  }),
  output: pool,
  errors: ['not_your_request', 'held_too_long', 'floor_above_goal', 'below_floor', 'pool_state', 'pool_frozen'],
});
export const declinePool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/decline',
  summary: 'Decline a pool, as the assigned creator; no penalty',
  who: 'user',
  params: byId,
  body: reasonBody,
  output: pool,
  errors: ['not_your_request', 'pool_state', 'pool_frozen'],
});
export const proceedWithPool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/proceed',
  summary: 'Go ahead with the paid sum in a shortfall, as the creator',
  who: 'user',
  params: byId,
  output: pool,
  errors: ['not_your_request', 'pool_state', 'pool_frozen'],
});
export const giveUpPool = endpoint({
  method: 'POST',
  path: '/api/pools/:id/give-up',
  summary: 'Give up an accepted pool, as the creator; everyone who paid is refunded',
  who: 'user',
  params: byId,
  output: pool,
  errors: ['not_your_request', 'pool_state', 'pool_frozen'],
});
