import { z } from 'zod';
import { type NotificationTopic, noticeFilters, notificationTopics } from '#contract/notification-topics.ts';
import { pageNumber, pagination } from '#contract/values/paging.ts';
import { endpoint } from './endpoint.ts';
import { allLocales } from './language/languages.ts';
import { poolCard } from './pools/pools.ts';
import { uuid } from './values/field-schemas.ts';

export const notificationTopic = z.enum(notificationTopics);

/** Every kind of notice, by the topic that decides on which channels it is sent. */
export const noticeKindsOf = {
  account: [
    'suspended',
    'suspension_lifted',
    'appeal_dismissed',
    'webhook_off',
    'webhook_changed',
    'api_token_expiring',
  ],
  payments: [
    'pledge_placed',
    'payment_due',
    'card_expiring',
    'receipt',
    'refunded',
    'pledge_dropped',
    'payout_paid',
    'dispute_opened',
    'dispute_won',
    'dispute_lost',
    'payout_waiting',
    'payouts_held',
    'payouts_released',
    'payout_failed',
    'payout_account_ready',
    'payout_account_created',
    'bank_payouts_blocked',
    'bank_payouts_open',
    'payout_account_restricted',
    'payout_account_changed',
    'account_needed',
    'account_reminder',
  ],
  legal: ['takedown_disabled', 'takedown_restored', 'takedown_kept_down'],
  pools: [
    'pool_opened',
    'pool_asks_no_one',
    'pool_creator_verified',
    'goal_met_owner',
    'goal_met_fan',
    'accepted',
    'account_awaited',
    'in_production_owner',
    'delivered',
    'objection_upheld',
    'objection_dismissed',
    'expired',
    'declined',
    'lapsed',
    'cancelled',
    'removed',
    'creator_message',
    'saved_closing',
  ],
  updates: ['update_posted', 'update_removed'],
  following: ['creator_open', 'followed_pool', 'followed_accepted', 'followed_delivered'],
  comments: ['pool_commented', 'update_commented', 'comment_answered', 'comment_removed'],
  chat: ['chat_mention', 'chat_reply', 'chat_message_removed'],
  creator: [
    'goal_met',
    'in_production',
    'shortfall',
    'completed',
    'response_reminder',
    'delivery_approved',
    'delivery_sent_back',
    'expired_creator',
    'lapsed_creator',
    'cancelled_creator',
    'removed_creator',
    'refunded_creator',
    'dispute_creator',
    'refund_creator',
    'thanked',
    'application_approved',
    'application_rejected',
    'pool_claim_approved',
    'pool_claim_rejected',
    'creator_code_found',
    'creator_claim_approved',
    'creator_claim_rejected',
  ],
  requests: ['request_opened'],
  first_pledges: ['first_pledge'],
  milestones: ['goal_progress'],
  backers: ['new_backers'],
  admin: [
    'goal_met_unassigned',
    'pool_waits',
    'delivery_submitted',
    'objection_made',
    'dispute_made',
    'processor_problem',
    'appeal_made',
    'application_made',
    'pool_claim_made',
    'creator_claim_made',
    'creator_claimed_by_code',
    'creator_renamed',
    'creator_imitates',
    'takedown_made',
    'counter_notice_made',
    'repeat_infringer',
    'approval_requested',
    'approval_approved',
    'approval_refused',
    'approval_lapsed',
  ],
} as const satisfies Record<NotificationTopic, readonly string[]>;
export type NoticeKind = (typeof noticeKindsOf)[NotificationTopic][number];
const noticeKind = z.enum(Object.values(noticeKindsOf).flat());

export const notification = z.object({
  id: uuid,
  kind: noticeKind,
  title: z.string(),
  body: z.string(),
  href: z.string().nullable(),
  createdAt: z.iso.datetime(),
  read: z.boolean(),
  /** The person whose act the notice reports, by the name in its title; null without one, and after they left. */
  person: z.object({ id: uuid, name: z.string(), avatarUrl: z.string().nullable() }).nullable(),
  /** The pool that the notice is about; null without one, and after it was removed. Adult pools have neither title nor picture before the age gate. */
  pool: poolCard.pick({ id: true, title: true, imageUrl: true, categories: true }).nullable(),
});
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary:
    'List my notices, newest first, 50 a page, and the number of unread ones: all, those of a topic, or unread ones',
  who: 'user',
  query: z.object({ show: z.enum(noticeFilters).optional(), page: pageNumber }),
  output: z.object({
    notifications: z.array(notification),
    unreadCount: z.number().int(),
    /** Absent if there are no notices. */
    pagination: pagination.optional(),
  }),
});
export const readNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  summary: 'Mark all my notices, or those with these ids, as read; other ids are ignored',
  who: 'user',
  body: z.object({ ids: z.array(uuid).min(1).max(100).optional() }),
  output: z.object({ unreadCount: z.number().int() }),
  whileSuspended: true,
});

/** The timing of a topic's emails: each notice immediately, all unread ones of a day or week together, or never. */
export const mailTiming = z.enum(['at_once', 'daily', 'weekly', 'never']);
export type MailTiming = z.infer<typeof mailTiming>;

export const notificationChoice = z.object({
  topic: notificationTopic,
  inApp: z.boolean(),
  mail: mailTiming,
  /** The timings that the topic has. */
  mailTimings: z.array(mailTiming),
  /** On devices that receive pushes. */
  push: z.boolean(),
  /** A topic about money: always on in the app, and emailed immediately. */
  fixed: z.boolean(),
  /** Whether the topic has pushes. */
  pushed: z.boolean(),
});
export type NotificationChoice = z.infer<typeof notificationChoice>;

const choices = z.object({
  choices: z.array(notificationChoice),
  /** The IANA name of the time zone in which digests are sent at 8 a.m.; null if the person never chose one, which means UTC. */
  timeZone: z.string().nullable(),
});

export const getNotificationChoices = endpoint({
  method: 'GET',
  path: '/api/notifications/choices',
  summary: 'Get my notification choices per topic and channel; only topics that concern me',
  who: 'user',
  output: choices,
});
export const chooseNotifications = endpoint({
  method: 'PATCH',
  path: '/api/notifications/choices',
  summary:
    'Turn a topic on or off in the app or as a push, or choose when it is emailed; omitted channels stay unchanged',
  who: 'user',
  body: z.object({
    topic: notificationTopic,
    inApp: z.boolean().optional(),
    mail: mailTiming.optional(),
    push: z.boolean().optional(),
  }),
  output: choices,
  errors: ['notice_required'],
});
export const chooseTimeZone = endpoint({
  method: 'PATCH',
  path: '/api/notifications/time-zone',
  summary: 'Choose the time zone in which I get digests',
  who: 'user',
  body: z.object({ timeZone: z.string().min(1).max(100) }),
  output: choices,
});

/** The scope of an unsubscribe link: a topic, or a digest with all topics in it. */
export const unsubscribeScope = z.enum([...notificationTopics, 'daily', 'weekly']);
export type UnsubscribeScope = z.infer<typeof unsubscribeScope>;
const token = z.string().min(1).max(300);
const mailChoices = z.array(z.object({ topic: notificationTopic, mail: mailTiming })).max(notificationTopics.length);

/** The email choices that a link can change, and the language of the person who got it. */
const unsubscribeLink = z.object({ scope: unsubscribeScope, choices: mailChoices, locale: z.enum(allLocales) });
export type UnsubscribeLink = z.infer<typeof unsubscribeLink>;

export const getUnsubscribeLink = endpoint({
  method: 'GET',
  path: '/api/unsubscribe',
  summary: 'Get the topics that an unsubscribe link turns off, with their current choices',
  who: 'anyone',
  query: z.object({ token }),
  output: unsubscribeLink,
  errors: ['link_invalid'],
});
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe',
  summary: 'Unsubscribe with the link of an email; returns the previous choices, for undo',
  who: 'anyone',
  body: z.object({ token }),
  output: unsubscribeLink,
  whileSuspended: true,
  errors: ['link_invalid'],
});
export const undoUnsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/undo',
  summary: 'Undo an unsubscribe: restore the previous choices',
  who: 'anyone',
  body: z.object({ token, choices: mailChoices }),
  output: unsubscribeLink,
  whileSuspended: true,
  errors: ['link_invalid'],
});
