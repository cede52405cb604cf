import { appError } from '#contract/errors.ts';
import { type NotificationTopic, notificationTopics } from '#contract/notification-topics.ts';
import type { UnsubscribeLink, UnsubscribeScope } from '#contract/notifications.ts';
import { findRecipient } from '#server/notifications/notice-recipients.sql.ts';
import { fixedTopics, mailTimingOf, mailTimingsOf } from '#server/notifications/topics.ts';
import { offeredLocale } from '#server/platform/language/languages.ts';
import { addressKey } from '#server/platform/limits/rate-limit.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { listChoices } from './choices.sql.ts';
import { chooseMail } from './choose-mail.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

interface Request {
  token: string;
  ip: string;
}

/** Allows the servers of large mail providers, which unsubscribe many people from one IP address. */
async function admit({ limits }: Platform, ip: string): Promise<void> {
  await limits.limiter('unsubscribe', { points: 600, perMs: 60_000 }).consume(addressKey(ip));
}

const isDigest = (scope: UnsubscribeScope): scope is 'daily' | 'weekly' => scope === 'daily' || scope === 'weekly';

interface Link {
  userId: string;
  scope: UnsubscribeScope;
}

/** The choices that a link turns off: its topic, or every topic in its digest. Throws `link_invalid` for a deleted account. */
async function readLink({ config }: Platform, sql: Connection, { userId, scope }: Link): Promise<UnsubscribeLink> {
  const recipient = await findRecipient(sql, userId);
  if (!recipient) throw appError('link_invalid');
  const chosen = new Map((await listChoices(sql, userId)).map((row) => [row.topic, row]));
  const choices = notificationTopics
    .filter((topic) => !fixedTopics.includes(topic))
    .map((topic) => ({ topic, mail: mailTimingOf(topic, chosen.get(topic)) }))
    .filter(({ topic, mail }) => (isDigest(scope) ? mail === scope : topic === scope));
  return { scope, choices, locale: offeredLocale(config, recipient.locale) };
}

/** Reads the choices that a link turns off. Opening the link changes nothing, because mail scanners open links. */
export async function readUnsubscribeLink(context: Platform, { token, ip }: Request): Promise<UnsubscribeLink> {
  await admit(context, ip);
  return readLink(context, context.db.sql, await readUnsubscribeToken(context, token));
}

/** Stops the emails of a topic or digest. Repeating it changes nothing. Returns the previous choices. Throws `link_invalid`. */
export async function unsubscribe(context: Platform, { token, ip }: Request): Promise<UnsubscribeLink> {
  await admit(context, ip);
  const signed = await readUnsubscribeToken(context, token);
  return context.db.tx(async (tx) => {
    const link = await readLink(context, tx, signed);
    for (const { topic } of link.choices) await chooseMail(tx, signed.userId, { topic, mail: 'never' });
    return link;
  });
}

/** Restores the previous choices. The link can change only those that it turned off. Throws `link_invalid`. */
export async function undoUnsubscribe(
  context: Platform,
  { token, ip }: Request,
  before: UnsubscribeLink['choices'],
): Promise<UnsubscribeLink> {
  await admit(context, ip);
  const { userId, scope } = await readUnsubscribeToken(context, token);
  const isOwn = (topic: NotificationTopic, mail: UnsubscribeLink['choices'][number]['mail']) =>
    !fixedTopics.includes(topic) &&
    mailTimingsOf(topic).includes(mail) &&
    (isDigest(scope) ? mail === scope : topic === scope);
  return context.db.tx(async (tx) => {
    if (!(await findRecipient(tx, userId))) throw appError('link_invalid');
    for (const { topic, mail } of before) if (isOwn(topic, mail)) await chooseMail(tx, userId, { topic, mail });
    return readLink(context, tx, { userId, scope });
  });
}
