import { appError } from '#contract/errors.ts';
import type { NotificationChoice, NotificationTopic } from '#contract/notifications.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { saveChoice } from './choices.sql.ts';
import { readChoices } from './read-choices.ts';
import { fixedTopics, neverMailedTopics, optInMailTopics, pushedTopics } from './topics.ts';

export interface Choosing {
  topic: NotificationTopic;
  inApp?: boolean | undefined;
  email?: boolean | undefined;
  push?: boolean | undefined;
}

/** Turns a topic on or off per channel. Throws notice_required for topics that are always sent, validation_failed for missing channels. */
export async function chooseNotifications(
  context: Platform,
  actor: Actor,
  { topic, inApp, email, push }: Choosing,
): Promise<{ choices: NotificationChoice[] }> {
  const isFixed = fixedTopics.includes(topic);
  if (isFixed && (inApp === false || email === false)) throw appError('notice_required');
  if (email && neverMailedTopics.includes(topic)) {
    throw appError('validation_failed', { message: 'This topic has no email notifications.' });
  }
  if (push && !pushedTopics.includes(topic)) {
    throw appError('validation_failed', { message: 'This topic has no push notifications.' });
  }
  const mailed = !optInMailTopics.includes(topic);
  const choice = { topic, inApp: inApp ?? null, email: email ?? null, push: push ?? null, mailed };
  if (!isFixed || push !== undefined) await saveChoice(context.db.sql, actor.userId, choice);
  return readChoices(context, actor);
}
