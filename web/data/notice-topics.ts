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
  following: {
    title: 'Creators you follow',
    about:
      'They take requests, a pool opens for them, they accept or deliver. At most one notification a day for each creator. Emails are off unless you turn them on.',
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
    about: 'Goals met, answers due, and decisions on your applications, claims and deliveries.',
  },
  requests: {
    title: 'New requests',
    about: 'Fans open a pool for you.',
  },
  first_pledges: {
    title: 'First pledges',
    about: 'A pool for you gets its first pledge.',
  },
  milestones: {
    title: 'Progress toward a goal',
    about: 'A pool for you reaches 25, 50 or 75% of its goal.',
  },
  backers: {
    title: 'New backers',
    about: 'Who backed the pools for you, once a day. Nothing on days without a new backer.',
  },
  admin: {
    title: 'Admin queues',
    about: 'Applications, claims, deliveries, objections and copyright notices waiting for a decision.',
  },
};
