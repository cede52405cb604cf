import { creatorNewsTopics, type NotificationTopic, notificationTopics } from '#contract/notification-topics.ts';
import type { NotificationChoice } from '#contract/notifications.ts';
import { findTimeZone } from '#server/notifications/digests.sql.ts';
import { fixedTopics, mailTimingOf, mailTimingsOf, pushedTopics } from '#server/notifications/topics.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listChoices } from './choices.sql.ts';

const ofCreators: readonly NotificationTopic[] = creatorNewsTopics;

/** Account topics cannot be turned off. Only creators get the news of pools for them, and only admins get admin topics. */
const concerns = (topic: NotificationTopic, { role }: Actor) =>
  topic !== 'account' && (topic !== 'admin' || role === 'admin') && (!ofCreators.includes(topic) || role !== 'user');

export interface Choices {
  choices: NotificationChoice[];
  timeZone: string | null;
}

/** Reads a person's notification choices per topic, with defaults. */
export async function readChoices({ db }: Platform, actor: Actor): Promise<Choices> {
  const chosen = new Map((await listChoices(db.sql, actor.userId)).map((row) => [row.topic, row]));
  const choices = notificationTopics
    .filter((topic) => concerns(topic, actor))
    .map((topic) => {
      const fixed = fixedTopics.includes(topic);
      const row = chosen.get(topic);
      const inApp = fixed || (row?.inApp ?? true);
      const pushed = pushedTopics.includes(topic);
      const push = pushed && (row?.push ?? true);
      return { topic, inApp, mail: mailTimingOf(topic, row), mailTimings: mailTimingsOf(topic), push, fixed, pushed };
    });
  return { choices, timeZone: await findTimeZone(db.sql, actor.userId) };
}
