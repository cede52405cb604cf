import type { NotificationTopic } from '#contract/notification-topics.ts';
import type { MailTiming } from '#contract/notifications.ts';
import { noticeKindsOf } from '#contract/notifications.ts';
import { dropWaitingNotices, scheduleWaitingNotices } from '#server/notifications/digests.sql.ts';
import { optInMailTopics } from '#server/notifications/topics.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { saveChoice } from './choices.sql.ts';

/** Saves the timing of a topic's emails. Notices that wait for a digest move to the chosen one, or are not emailed at all. */
export async function chooseMail(
  tx: Tx,
  userId: string,
  { topic, mail }: { topic: NotificationTopic; mail: MailTiming },
): Promise<void> {
  const mailed = !optInMailTopics.includes(topic);
  await saveChoice(tx, userId, { topic, inApp: null, mail, push: null, mailed });
  const kinds = noticeKindsOf[topic];
  if (mail === 'daily' || mail === 'weekly') await scheduleWaitingNotices(tx, { userId, kinds, cadence: mail });
  else await dropWaitingNotices(tx, { userId, kinds });
}
