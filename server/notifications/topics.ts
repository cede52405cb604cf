import type { NotificationTopic } from '#contract/notifications.ts';

/** What the law or somebody's money asks for is told in any case. */
export const fixedTopics: readonly NotificationTopic[] = ['payments'];

/** What would only fill mailboxes is told here alone. */
export const neverMailedTopics: readonly NotificationTopic[] = ['comments'];

/** Told by mail only to whoever asks for it, and only once they have not read it here for a while. */
export const mailedOnDemand: readonly NotificationTopic[] = ['chat'];

/** Pushed to devices that ask for it: a payment that is due, a delivery, a direct message. */
export const pushedTopics: readonly NotificationTopic[] = ['payments', 'pools', 'chat'];

/** Kinds of notices by what they are about; all others are about pools that somebody backs or started. */
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

/** The topic that decides where a notice of this kind is told. */
export function topicOf(kind: string): NotificationTopic {
  for (const [topic, patterns] of Object.entries(kinds)) {
    if (patterns.some((pattern) => pattern.test(kind))) return topic as NotificationTopic;
  }
  return 'pools';
}
