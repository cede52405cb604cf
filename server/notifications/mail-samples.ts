import { type Message, msg, t, textOf } from '#contract/language/text.ts';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import { paths } from '#contract/paths.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { MailSample } from '#server/platform/mail/mail.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Notice } from './notice.ts';
import { noticeMail } from './notify.ts';
import { sampleNotices } from './samples/sample-notices.ts';
import { digestMail } from './send-digests.ts';
import { fixedTopics, topicOf } from './topics.ts';

const groups: Record<NotificationTopic, Message> = {
  account: msg`Account`,
  payments: msg`Payments`,
  legal: msg`Legal`,
  pools: msg`Pools`,
  updates: msg`Updates`,
  following: msg({ message: 'Following', context: 'group of emails' }),
  comments: msg`Comments`,
  chat: msg`Chats`,
  creator: msg`Creators`,
  requests: msg`Creators`,
  first_pledges: msg`Creators`,
  milestones: msg`Creators`,
  backers: msg`Creators`,
  admin: msg`Admins`,
};

/** Notices that are emailed only in digests. */
const isMailed = ({ quiet, kind }: { quiet?: boolean; kind: string }) =>
  !quiet || kind === 'chat_mention' || kind === 'chat_reply';

const unsubscribeIn = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl}${paths.unsubscribe}?token=sample`;

/** The email of a notice. */
export function noticeSample(context: Pick<Platform, 'config'>, notice: Notice): MailSample {
  const topic = topicOf(notice.kind);
  const optional = !fixedTopics.includes(topic);
  const mail = noticeMail(context, notice, optional ? unsubscribeIn(context.config) : undefined);
  return { id: notice.kind, group: textOf(groups[topic]), when: notice.title, optional, ...mail };
}

/** The email of every notice, and the digests. Later modules add the samples of the notices that they send. */
export function noticeMailSamples(context: Pick<Platform, 'config'>): MailSample[] {
  const notices = sampleNotices();
  const single = notices.filter(isMailed).map((notice) => noticeSample(context, notice));
  const waiting = notices.filter(({ kind }) => !fixedTopics.includes(topicOf(kind)));
  const digests = (['daily', 'weekly'] as const).map((cadence) => ({
    id: `digest-${cadence}`,
    group: t`Digests`,
    when: cadence === 'daily' ? t`Every day with unread notifications` : t`Every Monday with unread notifications`,
    optional: true,
    ...digestMail(context, cadence, waiting.slice(0, cadence === 'daily' ? 4 : 24), unsubscribeIn(context.config)),
  }));
  return [...single, ...digests];
}
