import type * as notifications from '../notifications.ts';
import type * as push from '../push.ts';
import { get, patch, post, remove } from './make-call.ts';

export const listNotifications = get<typeof notifications.listNotifications>('/api/notifications');
export const readNotifications = post<typeof notifications.readNotifications>('/api/notifications/read');
export const getNotificationChoices = get<typeof notifications.getNotificationChoices>('/api/notifications/choices');
export const chooseNotifications = patch<typeof notifications.chooseNotifications>('/api/notifications/choices');
export const chooseTimeZone = patch<typeof notifications.chooseTimeZone>('/api/notifications/time-zone');
export const getUnsubscribeLink = get<typeof notifications.getUnsubscribeLink>('/api/unsubscribe');
export const unsubscribe = post<typeof notifications.unsubscribe>('/api/unsubscribe');
export const undoUnsubscribe = post<typeof notifications.undoUnsubscribe>('/api/unsubscribe/undo');

export const getPush = get<typeof push.getPush>('/api/push');
export const subscribeToPush = post<typeof push.subscribeToPush>('/api/push/subscription');
export const unsubscribeFromPush = remove<typeof push.unsubscribeFromPush>('/api/push/subscription');
export const testPush = post<typeof push.testPush>('/api/push/test');
