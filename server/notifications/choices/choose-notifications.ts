import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import type { MailTiming } from '#contract/notifications.ts';
import { fixedTopics, mailTimingsOf, optInMailTopics, pushedTopics } from '#server/notifications/topics.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { saveChoice } from './choices.sql.ts';
import { chooseMail } from './choose-mail.ts';
import { type Choices, readChoices } from './read-choices.ts';

export interface Choosing {
  topic: NotificationTopic;
  inApp?: boolean | undefined;
  mail?: MailTiming | undefined;
  push?: boolean | undefined;
}

/** Changes a topic per channel. Throws notice_required for topics that are always sent, validation_failed for missing channels. */
export async function chooseNotifications(
  context: Platform,
  actor: Actor,
  { topic, inApp, mail, push }: Choosing,
): Promise<Choices> {
  const isFixed = fixedTopics.includes(topic);
  if (isFixed && (inApp === false || (mail && mail !== 'at_once'))) throw appError('notice_required');
  if (mail && !mailTimingsOf(topic).includes(mail)) {
    throw appError('validation_failed', { message: () => t`This topic can’t be emailed at that time.` });
  }
  if (push && !pushedTopics.includes(topic)) {
    throw appError('validation_failed', { message: () => t`This topic has no push notifications.` });
  }
  const mailed = !optInMailTopics.includes(topic);
  await context.db.tx(async (tx) => {
    const choice = { topic, inApp: inApp ?? null, mail: null, push: push ?? null, mailed };
    if (!isFixed || push !== undefined) await saveChoice(tx, actor.userId, choice);
    if (!isFixed && mail) await chooseMail(tx, actor.userId, { topic, mail });
  });
  return readChoices(context, actor);
}
