import { afterCommit, type Tx } from '#server/platform/db.ts';
import { renderMail } from '#server/platform/mail-layout.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Recipient } from './audience.sql.ts';
import type { Notice } from './notice.ts';
import { countUnread, insertNotification } from './notifications.sql.ts';

/** Tells one person in the app and by mail, in one transaction; `cause` makes a repeated job say it once. */
export async function notify(
  context: Platform,
  tx: Tx,
  recipient: Recipient,
  told: Notice,
  cause: string,
): Promise<void> {
  // "an adult pool" begins some sentences where a title would.
  const notice = { ...told, body: told.body.charAt(0).toUpperCase() + told.body.slice(1) };
  const dedupeKey = `${notice.kind}:${cause}:${recipient.id}`;
  const isNew = await insertNotification(tx, { userId: recipient.id, ...notice, dedupeKey });
  if (!isNew) return;
  afterCommit(tx, async () => {
    context.live.userNotified(recipient.id, await countUnread(context.db.sql, recipient.id));
  });
  if (notice.quiet) return;
  const { brandName, publicUrl } = context.config;
  const content = renderMail({
    brandName,
    publicUrl,
    heading: notice.title,
    paragraphs: [notice.body],
    ...(notice.facts ? { facts: notice.facts } : {}),
    action: { label: notice.action, url: `${publicUrl}${notice.href}` },
    footer: `You get this because of your part in a pool on ${brandName}.`,
  });
  await context.mail.send(tx, {
    to: recipient.email,
    subject: `${notice.title} · ${brandName}`,
    ...content,
    messageId: dedupeKey.replace(/[^A-Za-z0-9.-]/g, '-'),
  });
}
