import type * as interests from '../interests.ts';
import { get, patch, remove } from './make-call.ts';

export const getInterests = get<typeof interests.getInterests>('/api/user/interests');
export const setInterests = patch<typeof interests.setInterests>('/api/user/interests');
export const skipWelcome = remove<typeof interests.skipWelcome>('/api/user/welcome');
