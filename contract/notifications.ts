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
  summary: 'Mark all notices as read, or those of these ids; ids that are not of my own notices change nothing',
  who: 'user',
  body: z.object({ ids: z.array(z.uuid()).min(1).max(100).optional() }),
  output: z.object({ unreadCount: z.number().int() }),
  whileSuspended: true,
});

/** What people are told about; each is on or off here, by mail and as a push. */
export const notificationTopics = ['payments', 'pools', 'comments', 'chat', 'creator', 'admin'] as const;
export const notificationTopic = z.enum(notificationTopics);
export type NotificationTopic = z.infer<typeof notificationTopic>;

export const notificationChoice = z.object({
  topic: notificationTopic,
  inApp: z.boolean(),
  email: z.boolean(),
  /** On devices that get pushes. */
  push: z.boolean(),
  /** About money: always told, here and by mail. */
  fixed: z.boolean(),
  /** Whether there are mails about it at all. */
  mailed: z.boolean(),
  /** Whether there are pushes about it at all. */
  pushed: z.boolean(),
});
export type NotificationChoice = z.infer<typeof notificationChoice>;

const choices = z.object({ choices: z.array(notificationChoice) });

export const getNotificationChoices = endpoint({
  method: 'GET',
  path: '/api/notifications/choices',
  summary: 'What I am told, topic by topic, here, by mail and as a push; only topics that concern me',
  who: 'user',
  output: choices,
});
export const chooseNotifications = endpoint({
  method: 'PATCH',
  path: '/api/notifications/choices',
  summary: 'Turn a topic on or off, here, by mail or as a push; what is left out stays',
  who: 'user',
  body: z.object({
    topic: notificationTopic,
    inApp: z.boolean().optional(),
    email: z.boolean().optional(),
    push: z.boolean().optional(),
  }),
  output: choices,
  errors: ['notice_required'],
});
