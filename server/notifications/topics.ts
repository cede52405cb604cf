import type { NotificationTopic } from '#contract/notifications.ts';

/** Topics that are always shown and mailed, because the law or the person's money requires it. */
export const fixedTopics: readonly NotificationTopic[] = ['payments'];

/** Topics that are never mailed, because they would flood the mailbox. */
export const neverMailedTopics: readonly NotificationTopic[] = ['comments'];

/** Topics that are mailed only if the person turns it on, and only if the notice stays unread for a while. */
export const mailedOnDemand: readonly NotificationTopic[] = ['chat'];

/** Topics with pushes: due payments, deliveries, direct messages. */
export const pushedTopics: readonly NotificationTopic[] = ['payments', 'pools', 'chat'];

/** The topic of each kind of notice. All other kinds belong to `pools`: pools that the person backs or started. */
const kinds: Record<Exclude<NotificationTopic, 'pools'>, readonly RegExp[]> = {
  payments: [/^payment_due$/, /^receipt$/, /^refunded$/, /^pledge_dropped$/, /^payout_/],
  comments: [/^pool_commented$/, /^comment_/],
  chat: [/^chat_/],
  creator: [
    /^goal_met$/,
    /^in_production$/,
    /^shortfall$/,
    /^completed$/,
    /^response_reminder$/,
    /^delivery_(?:sent_back|approved)$/,
    /^application_(?:approved|rejected)$/,
    /^(?:pool|creator)_claim_(?:approved|rejected)$/,
    /_creator$/,
  ],
  admin: [/^goal_met_unassigned$/, /^delivery_submitted$/, /_made$/],
};

/** Returns the topic whose choices decide about the channels of this kind of notice. */
export function topicOf(kind: string): NotificationTopic {
  for (const [topic, patterns] of Object.entries(kinds)) {
    if (patterns.some((pattern) => pattern.test(kind))) return topic as NotificationTopic;
  }
  return 'pools';
}
