import type { NotificationTopic } from '#contract/notification-topics.ts';

/** The title and description of each topic. */
export const topics: Record<NotificationTopic, { title: string; about: string }> = {
  account: {
    title: 'Your account',
    about: 'Suspensions and the answers to your appeals. Always on here and by email.',
  },
  payments: {
    title: 'Payments',
    about: 'Payments due, receipts, refunds and payouts. Always on here and by email; push only for payments due.',
  },
  legal: {
    title: 'Legal notices',
    about: 'Copyright notices about your content and what you can do. Always on here and by email.',
  },
  pools: {
    title: 'Pools you back, follow or started',
    about: 'Goals met, answers from creators, deliveries and pools that end. Push only for deliveries.',
  },
  updates: {
    title: 'Updates',
    about: 'News from creators and owners of the pools you back, follow or started.',
  },
  comments: {
    title: 'Comments',
    about: 'New comments on your pools and updates, and replies to your comments. Email only as a digest.',
  },
  chat: {
    title: 'Chats',
    about:
      'Mentions and replies in chats. “Right away” emails you if you haven’t read them after five minutes. Push only for direct messages.',
  },
  creator: {
    title: 'Your work as a creator',
    about: 'New requests, answers due, and decisions on your applications, claims and deliveries.',
  },
  admin: {
    title: 'Admin queues',
    about: 'Applications, claims, deliveries, objections and copyright notices waiting for a decision.',
  },
};
