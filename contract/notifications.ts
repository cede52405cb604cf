import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const notification = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  href: z.string().nullable(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'The latest 50 notices and how many are unread',
  who: 'user',
  output: z.object({ notifications: z.array(notification), unreadCount: z.number().int() }),
});
export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark all notices as read',
  who: 'user',
  output: z.object({ unreadCount: z.literal(0) }),
  whileSuspended: true,
});
