import { type NotificationChoice, type NotificationTopic, notificationTopics } from '#contract/notifications.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listChoices } from './choices.sql.ts';
import { fixedTopics, mailedOnDemand, neverMailedTopics, pushedTopics } from './topics.ts';

/** No one chooses about their account, and only admins get notices about admin topics, so those choices are not shown. */
const concerns = (topic: NotificationTopic, { role }: Actor) =>
  topic !== 'account' && (topic !== 'admin' || role === 'admin');

/** Reads a person's notification choices per topic, with defaults. */
export async function readChoices({ db }: Platform, actor: Actor): Promise<{ choices: NotificationChoice[] }> {
  const chosen = new Map((await listChoices(db.sql, actor.userId)).map((row) => [row.topic, row]));
  const choices = notificationTopics
    .filter((topic) => concerns(topic, actor))
    .map((topic) => {
      const fixed = fixedTopics.includes(topic);
      const row = chosen.get(topic);
      const { inApp = true, email = !mailedOnDemand.includes(topic) } = (fixed ? undefined : row) ?? {};
      const mailed = !neverMailedTopics.includes(topic);
      const pushed = pushedTopics.includes(topic);
      return { topic, inApp, email: email && mailed, push: pushed && (row?.push ?? true), fixed, mailed, pushed };
    });
  return { choices };
}
