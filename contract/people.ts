import { z } from 'zod';
import { pageNumber, pagination } from '#contract/values/paging.ts';
import { userSummary } from './accounts.ts';
import { creatorSummary } from './creators/creators.ts';
import { endpoint } from './endpoint.ts';
import { poolCard } from './pools/pools.ts';
import { peopleSorts } from './sorts.ts';
import { uuid } from './values/field-schemas.ts';

/** A person in a list. */
export const person = userSummary.extend({
  /** A verified creator. */
  isVerified: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The number of public pools that they started. */
  poolCount: z.number().int(),
  /** The number of public pools that they back by name; null if they keep that private. */
  backCount: z.number().int().nullable(),
  bio: z.string(),
});
export type Person = z.infer<typeof person>;

/** A public profile, without contact data. Each list is its first page. */
export const userProfile = person.extend({
  /** Their creator profile, if they have one. */
  creatorUsername: z.string().nullable(),
  pools: z.array(poolCard),
  /** Pools that they back by name; null if they keep that private. They always see their own list. */
  backs: z.array(poolCard).nullable(),
  backsPrivate: z.boolean(),
  follows: z.array(creatorSummary),
  followCount: z.number().int(),
  isMe: z.boolean(),
  /** Whether the caller has blocked them; they are not notified. */
  isBlocked: z.boolean(),
});
export type UserProfile = z.infer<typeof userProfile>;

const byUsername = z.object({ username: z.string().min(1).max(50) });
const byUser = z.object({ id: uuid });
const paged = z.object({ page: pageNumber });
const poolPage = z.object({ pools: z.array(poolCard), pagination });
const blockState = z.object({ blocked: z.boolean() });

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'List people, newest first unless `sort` says otherwise; search from 2 characters',
  who: 'user',
  scope: 'profile:read',
  query: z.object({
    search: z.string().trim().max(100).default(''),
    sort: z.enum(peopleSorts).optional(),
    page: pageNumber,
  }),
  output: z.object({ users: z.array(person), pagination }),
});
export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/users/search',
  summary: 'Find people to write to, from 2 characters; excludes the caller and blocks in either direction',
  who: 'user',
  query: z.object({ q: z.string().trim().max(100).default('') }),
  output: z.array(userSummary),
});
export const getUserProfile = endpoint({
  method: 'GET',
  path: '/api/users/:username',
  summary: "Get a public profile with the first page of the person's pools, pledges and follows",
  who: 'anyone',
  scope: 'profile:read',
  params: byUsername,
  output: userProfile,
});
export const listUserPools = endpoint({
  method: 'GET',
  path: '/api/users/:username/pools',
  summary: 'List the pools that a person started, newest first',
  who: 'anyone',
  scope: 'profile:read',
  params: byUsername,
  query: paged,
  output: poolPage,
});
export const listUserBacks = endpoint({
  method: 'GET',
  path: '/api/users/:username/backs',
  summary: 'List the pools that a person backs by name, newest first',
  who: 'anyone',
  scope: 'profile:read',
  params: byUsername,
  query: paged,
  output: poolPage,
  errors: ['backs_private'],
});
export const listUserFollows = endpoint({
  method: 'GET',
  path: '/api/users/:username/follows',
  summary: 'List the creators that a person follows, latest first',
  who: 'anyone',
  scope: 'profile:read',
  params: byUsername,
  query: paged,
  output: z.object({ creators: z.array(creatorSummary), pagination }),
});
export const blockUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/block',
  summary: 'Block a person: hides their messages and stops direct messages in both directions; they are not notified',
  who: 'user',
  params: byUser,
  output: blockState,
  errors: ['own_block'],
});
export const unblockUser = endpoint({
  method: 'DELETE',
  path: '/api/users/:id/block',
  summary: 'Lift a block',
  who: 'user',
  params: byUser,
  output: blockState,
});
export const listBlocks = endpoint({
  method: 'GET',
  path: '/api/user/blocks',
  summary: 'List the people I have blocked, newest first',
  who: 'user',
  output: z.array(userSummary.extend({ blockedAt: z.iso.datetime() })),
});
