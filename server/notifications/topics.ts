import { type NoticeKind, type NotificationTopic, noticeKindsOf, notificationTopics } from '#contract/notifications.ts';

/** Topics that are always shown and mailed, because they concern the person's account or money, or because the law requires it. */
export const fixedTopics: readonly NotificationTopic[] = ['account', 'payments', 'legal'];

/** Topics that are never mailed, because they would flood the mailbox. */
export const neverMailedTopics: readonly NotificationTopic[] = ['comments'];

/** Topics that are mailed only if the person turns it on, and only if the notice stays unread for a while. */
export const mailedOnDemand: readonly NotificationTopic[] = ['chat'];

/** Topics with pushes: due payments, deliveries, direct messages. */
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
