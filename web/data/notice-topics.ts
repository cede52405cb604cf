import { type Message, msg } from '#contract/language/text.ts';
import type { NotificationTopic } from '#contract/notification-topics.ts';

/** The title and description of each topic. */
export const topics: Record<NotificationTopic, { title: Message; about: Message }> = {
  account: {
    title: msg`Your account`,
    about: msg`Suspensions and the answers to your appeals. Always on here and by email.`,
  },
  payments: {
    title: msg`Payments`,
    about: msg`Payments due, receipts, refunds and payouts. Always on here and by email; push only for payments due.`,
  },
  legal: {
    title: msg`Legal notices`,
    about: msg`Copyright notices about your content and what you can do. Always on here and by email.`,
  },
  pools: {
    title: msg`Pools you back, follow or started`,
    about: msg`Goals met, answers from creators, deliveries and pools that end. Push only for deliveries.`,
  },
  updates: {
    title: msg`Updates`,
    about: msg`News from creators and owners of the pools you back, follow or started.`,
  },
  following: {
    title: msg`Creators you follow`,
    about: msg`They take requests, a pool opens for them, they accept or deliver. At most one notification a day for each creator. Emails are off unless you turn them on.`,
  },
  comments: {
    title: msg`Comments`,
    about: msg`New comments on your pools and updates, and replies to your comments. Email only as a digest.`,
  },
  chat: {
    title: msg`Chats`,
    about: msg`Mentions and replies in chats. “Right away” emails you if you haven’t read them after five minutes. Push only for direct messages.`,
  },
  creator: {
    title: msg`Your work as a creator`,
    about: msg`Goals met, answers due, and decisions on your applications, claims and deliveries.`,
  },
  requests: {
    title: msg`New requests`,
    about: msg`Fans open a pool for you.`,
  },
  first_pledges: {
    title: msg`First pledges`,
    about: msg`A pool for you gets its first pledge.`,
  },
  milestones: {
    title: msg`Progress toward a goal`,
    about: msg`A pool for you reaches 25, 50 or 75% of its goal.`,
  },
  backers: {
    title: msg`New backers`,
    about: msg`Who backed the pools for you, once a day. Nothing on days without a new backer.`,
  },
  admin: {
    title: msg`Admin queues`,
    about: msg`Applications, claims, deliveries, objections and copyright notices waiting for a decision.`,
  },
};
