import { paths } from '#contract/paths.ts';
import { afterCommit, type Tx } from '#server/platform/db.ts';
import { renderMail } from '#server/platform/mail-layout.ts';
import type { Platform } from '#server/platform/platform.ts';
import { queuePush } from '#server/push/queue-push.ts';
import type { Recipient } from './audience.sql.ts';
import type { Notice } from './notice.ts';
import { countUnread, insertNotification } from './notifications.sql.ts';
import { fixedTopics, mailedOnDemand, topicOf } from './topics.ts';

/** Where somebody was told, by what they chose; and under which key. */
export interface Told {
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
): Promise<Told | undefined> {
  // "an adult pool" begins some sentences where a title would.
  const notice = { ...what, body: what.body.charAt(0).toUpperCase() + what.body.slice(1) };
  const dedupeKey = `${notice.kind}:${cause}:${recipient.id}`;
  const topic = topicOf(notice.kind);
  const isFixed = fixedTopics.includes(topic);
  const told = await insertNotification(
    tx,
    { userId: recipient.id, ...notice, dedupeKey },
    { topic, fixed: isFixed, mailed: !mailedOnDemand.includes(topic) },
  );
  if (!told) return undefined;
  if (told.inApp) {
    afterCommit(tx, async () => {
      context.live.userNotified(recipient.id, await countUnread(context.db.sql, recipient.id));
    });
  }
  if (!notice.quiet && told.email)
    await mailNotice(context, tx, { ...notice, to: recipient.email, dedupeKey, isFixed });
  if (notice.push && told.push) {
    const { title, body, href, push } = notice;
    await queuePush(context, tx, recipient.id, { note: { title, body, href, tag: dedupeKey }, ...push });
  }
  return { email: told.email, dedupeKey };
}

type Letter = Pick<Notice, 'title' | 'body' | 'href' | 'action' | 'facts'> & {
  to: string;
  dedupeKey: string;
  isFixed: boolean;
};

/** A notice as a mail. */
export async function mailNotice(
  context: Platform,
  tx: Tx,
  { to, dedupeKey, isFixed, ...notice }: Letter,
): Promise<void> {
  const { brandName, publicUrl } = context.config;
  const content = renderMail({
    brandName,
    publicUrl,
    heading: notice.title,
    paragraphs: [notice.body],
    ...(notice.facts ? { facts: notice.facts } : {}),
    action: { label: notice.action, url: `${publicUrl}${notice.href}` },
    footer: footerOf(context, isFixed),
  });
  await context.mail.send(tx, {
    to,
    subject: `${notice.title} · ${brandName}`,
    ...content,
    messageId: dedupeKey.replace(/[^A-Za-z0-9.-]/g, '-'),
  });
}

/** Why this mail came, and how to have less of its kind. */
function footerOf({ config }: Platform, isFixed: boolean): string {
  const why = `You get this because of your part in a pool on ${config.brandName}.`;
  return isFixed ? why : `${why} Choose what you are told: ${config.publicUrl}${paths.settings}#notifications`;
}
