import type * as people from '../people.ts';
import { get, post, remove } from './make-call.ts';

export const listUsers = get<typeof people.listUsers>('/api/users');
export const searchUsers = get<typeof people.searchUsers>('/api/users/search');
export const getUserProfile = get<typeof people.getUserProfile>('/api/users/:username');
export const listUserPools = get<typeof people.listUserPools>('/api/users/:username/pools');
export const listUserBacks = get<typeof people.listUserBacks>('/api/users/:username/backs');
export const listUserFollows = get<typeof people.listUserFollows>('/api/users/:username/follows');
export const blockUser = post<typeof people.blockUser>('/api/users/:id/block');
export const unblockUser = remove<typeof people.unblockUser>('/api/users/:id/block');
export const listBlocks = get<typeof people.listBlocks>('/api/user/blocks');
