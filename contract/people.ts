import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { creatorSummary } from './creators.ts';
import { endpoint } from './endpoint.ts';
import { pageNumber, pagination } from './paging.ts';
import { poolCard } from './pools.ts';

/** A person in a list. */
export const person = userSummary.extend({
  /** A creator whom we know. */
  isVerified: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Tip pools they started and that anyone can see. */
  poolCount: z.number().int(),
});
export type Person = z.infer<typeof person>;

/** What anyone may know of a person; nothing of how to reach them. The lists are the first page of each. */
export const userProfile = person.extend({
  bio: z.string(),
  /** Their own creator profile, where they have one. */
  creatorUsername: z.string().nullable(),
  pools: z.array(poolCard),
  /** Pools they back with their name; null where they keep that to themselves. Their own profile shows it to them. */
  backs: z.array(poolCard).nullable(),
  backCount: z.number().int().nullable(),
  backsPrivate: z.boolean(),
  follows: z.array(creatorSummary),
  followCount: z.number().int(),
  isMe: z.boolean(),
  /** Whether I have blocked them; they are not told. */
  isBlocked: z.boolean(),
});
export type UserProfile = z.infer<typeof userProfile>;

const byUsername = z.object({ username: z.string().min(1).max(50) });
const byUser = z.object({ id: z.uuid() });
const paged = z.object({ page: pageNumber });
const poolPage = z.object({ pools: z.array(poolCard), pagination });
const blockState = z.object({ blocked: z.boolean() });

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'People, newest first; a search finds from 2 characters',
  who: 'user',
  query: z.object({ search: z.string().trim().max(100).default(''), page: pageNumber }),
  output: z.object({ users: z.array(person), pagination }),
});
export const searchUsers = endpoint({
  method: 'GET',
  path: '/api/users/search',
  summary:
    'Whom to write to: the best few matches from 2 characters, without oneself and whoever is blocked on either side',
  who: 'user',
  query: z.object({ q: z.string().trim().max(100).default('') }),
  output: z.array(userSummary),
});
export const getUserProfile = endpoint({
  method: 'GET',
  path: '/api/users/:username',
  summary: "A person's public profile, with the first page of their pools, what they back and whom they follow",
  who: 'anyone',
  params: byUsername,
  output: userProfile,
});
export const listUserPools = endpoint({
  method: 'GET',
  path: '/api/users/:username/pools',
  summary: 'Pools that a person started, newest first',
  who: 'anyone',
  params: byUsername,
  query: paged,
  output: poolPage,
});
export const listUserBacks = endpoint({
  method: 'GET',
  path: '/api/users/:username/backs',
  summary: 'Pools that a person backs with their name, newest first',
  who: 'anyone',
  params: byUsername,
  query: paged,
  output: poolPage,
  errors: ['backs_private'],
});
export const listUserFollows = endpoint({
  method: 'GET',
  path: '/api/users/:username/follows',
  summary: 'Creators whom a person follows, the latest first',
  who: 'anyone',
  params: byUsername,
  query: paged,
  output: z.object({ creators: z.array(creatorSummary), pagination }),
});
export const blockUser = endpoint({
  method: 'POST',
  path: '/api/users/:id/block',
  summary: 'No direct messages between the two of us, and hidden where people talk; nobody is told',
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
  summary: 'Whom I have blocked, newest first',
  who: 'user',
  output: z.array(userSummary.extend({ blockedAt: z.iso.datetime() })),
});
