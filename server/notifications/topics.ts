import { creatorNewsTopics, type NotificationTopic, notificationTopics } from '#contract/notification-topics.ts';
import { type MailTiming, type NoticeKind, noticeKindsOf } from '#contract/notifications.ts';

/** Topics that are always shown and emailed, because they concern the person's account or money, or because the law requires it. */
export const fixedTopics: readonly NotificationTopic[] = ['account', 'payments', 'legal'];

/** Topics that are emailed only in digests, because separate emails would flood the mailbox. */
export const digestOnlyTopics: readonly NotificationTopic[] = ['comments'];

/** Topics that are emailed only if the person turns that on. Emails about the chat come only if the notice stays unread for a while. */
export const optInMailTopics: readonly NotificationTopic[] = ['chat', 'following'];

/** Topics with pushes: due payments, deliveries, direct messages, and the news of a creator's pools. */
export const pushedTopics: readonly NotificationTopic[] = ['payments', 'pools', 'chat', ...creatorNewsTopics];

const topics = new Map(
  notificationTopics.flatMap((topic) =>
    noticeKindsOf[topic].map((kind): [NoticeKind, NotificationTopic] => [kind, topic]),
  ),
);

/** The topic that decides on which channels a notice of this kind is sent. */
export function topicOf(kind: NoticeKind): NotificationTopic {
  return topics.get(kind) ?? 'pools';
}

/** The timings that a person can choose for the emails of a topic. */
export function mailTimingsOf(topic: NotificationTopic): MailTiming[] {
  if (fixedTopics.includes(topic)) return ['at_once'];
  return digestOnlyTopics.includes(topic) ? ['daily', 'weekly', 'never'] : ['at_once', 'daily', 'weekly', 'never'];
}

/** The timing of a topic's emails, by the saved choice or the default. */
export function mailTimingOf(
  topic: NotificationTopic,
  choice: { email: boolean; digest: 'daily' | 'weekly' | null } | undefined,
): MailTiming {
  if (fixedTopics.includes(topic)) return 'at_once';
  const { email, digest } = choice ?? { email: !optInMailTopics.includes(topic), digest: null };
  if (!email) return 'never';
  return digest ?? (digestOnlyTopics.includes(topic) ? 'never' : 'at_once');
}
