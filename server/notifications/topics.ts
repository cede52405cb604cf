import { type NoticeKind, type NotificationTopic, noticeKindsOf, notificationTopics } from '#contract/notifications.ts';

/** What the law or somebody's money asks for is told in any case. */
export const fixedTopics: readonly NotificationTopic[] = ['payments'];

/** What would only fill mailboxes is told here alone. */
export const neverMailedTopics: readonly NotificationTopic[] = ['comments'];

/** Told by mail only to whoever asks for it, and only once they have not read it here for a while. */
export const mailedOnDemand: readonly NotificationTopic[] = ['chat'];

/** Pushed to devices that ask for it: a payment that is due, a delivery, a direct message. */
export const pushedTopics: readonly NotificationTopic[] = ['payments', 'pools', 'chat'];

const topics = new Map(
  notificationTopics.flatMap((topic) =>
    noticeKindsOf[topic].map((kind): [NoticeKind, NotificationTopic] => [kind, topic]),
  ),
);

/** The topic that decides on which channels a notice of this kind is sent. */
export function topicOf(kind: NoticeKind): NotificationTopic {
  return topics.get(kind) ?? 'pools';
}
