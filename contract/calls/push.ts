import type * as push from '../push.ts';
import { get, post, remove } from './make-call.ts';

export const getPush = get<typeof push.getPush>('/api/push');
export const subscribeToPush = post<typeof push.subscribeToPush>('/api/push/subscription');
export const unsubscribeFromPush = remove<typeof push.unsubscribeFromPush>('/api/push/subscription');
export const testPush = post<typeof push.testPush>('/api/push/test');
