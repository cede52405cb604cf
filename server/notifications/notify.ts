import type { NotificationTopic } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';
import type { Platform } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { queuePush } from '#server/push/queue-push.ts';
import type { Recipient } from './audience.sql.ts';
import type { Notice } from './notice.ts';
import { countUnread, insertNotification } from './notifications.sql.ts';
import { fixedTopics, mailedOnDemand, topicOf } from './topics.ts';

/** Where somebody was told, by what they chose; and under which key. */
export interface NotifyResult {
  email: boolean;
  dedupeKey: string;
}

/** Tells one person in the app, by mail and as a push, in one transaction; `cause` makes a repeated job say it once. */
export async function notify(
  context: Platform,
  tx: Tx,
  recipient: Recipient,
  what: Notice,
  cause: string,
): Promise<NotifyResult | undefined> {
  // "an adult pool" begins some sentences where a title would.
  const notice = { ...what, body: what.body.charAt(0).toUpperCase() + what.body.slice(1) };
  const dedupeKey = `${notice.kind}:${cause}:${recipient.id}`;
  const topic = topicOf(notice.kind);
  const told = await insertNotification(
    tx,
    { userId: recipient.id, ...notice, dedupeKey },
    { topic, fixed: fixedTopics.includes(topic), mailed: !mailedOnDemand.includes(topic) },
  );
  if (!told) return undefined;
  if (told.inApp) {
    afterCommit(tx, async () => {
      context.live.userNotified(recipient.id, await countUnread(context.db.sql, recipient.id));
    });
  }
  if (!notice.quiet && told.email) await mailNotice(context, tx, { ...notice, to: recipient.email, dedupeKey });
  if (notice.push && told.push) {
    const { title, body, href, push } = notice;
    await queuePush(context, tx, recipient.id, { note: { title, body, href, tag: dedupeKey }, ...push });
  }
  return { email: told.email, dedupeKey };
}

type NoticeMail = Pick<Notice, 'kind' | 'title' | 'body' | 'href' | 'action' | 'facts'> & {
  to: string;
  dedupeKey: string;
};

/** A notice as a mail. */
export async function mailNotice(context: Platform, tx: Tx, { to, dedupeKey, ...notice }: NoticeMail): Promise<void> {
  const { brandName, publicUrl } = context.config;
  const content = renderMail({
    brandName,
    publicUrl,
    heading: notice.title,
    paragraphs: [notice.body],
    ...(notice.facts ? { facts: notice.facts } : {}),
    action: { label: notice.action, url: `${publicUrl}${notice.href}` },
    footer: footerOf(context, topicOf(notice.kind)),
  });
  await context.mail.send(tx, {
    to,
    subject: `${notice.title} · ${brandName}`,
    ...content,
    messageId: dedupeKey.replace(/[^A-Za-z0-9.-]/g, '-'),
  });
}

const reasons: Record<NotificationTopic, string> = {
  pools: 'of your part in a pool',
  payments: 'of your part in a pool',
  comments: 'somebody wrote below a pool',
  chat: 'somebody named or answered you in a chat',
  creator: 'you are a creator, or asked to be one,',
  admin: 'you are an admin',
};

/** Why this mail came, and how to have less of its kind. */
function footerOf({ config }: Platform, topic: NotificationTopic): string {
  const why = `You get this because ${reasons[topic]} on ${config.brandName}.`;
  if (fixedTopics.includes(topic)) return why;
  return `${why} Choose what you are told: ${config.publicUrl}${paths.settings}#notifications`;
}
