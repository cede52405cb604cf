import { type Text, t } from '#contract/language/text.ts';
import type { NotificationTopic } from '#contract/notification-topics.ts';
import { paths } from '#contract/paths.ts';
import { inLanguageOf } from '#server/platform/language/languages.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';
import { pageAddress } from '#server/platform/mail/page-address.ts';
import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { queuePush } from '#server/push/queue-push.ts';
import { unsubscribeUrl } from './choices/unsubscribe-token.ts';
import { scheduleDigest } from './digests.sql.ts';
import { capitalized, type Notice } from './notice.ts';
import type { Recipient } from './notice-recipients.sql.ts';
import { insertNotification } from './notifications.sql.ts';
import { sendNews } from './send-unread.ts';
import { fixedTopics, optInMailTopics, topicOf } from './topics.ts';

/** Whether the person also wants an email, and the id and key of the notice. */
export interface NotifyResult {
  email: boolean;
  /** Whether the person gets it in the app or by email, now or in a digest. */
  reached: boolean;
  noticeId: string;
  dedupeKey: string;
}

/**
 * Notifies one person through the channels they chose, in the caller's transaction. The dedupe key from `cause` keeps a repeated job
 * from notifying twice; then, and for a deleted account, the result is undefined. `compose` runs in the recipient's language, and returns
 * undefined if there is nothing to tell. It must not return texts that were made for someone else.
 */
export async function notify(
  context: InTransaction<Platform>,
  tx: Tx,
  recipient: Recipient,
  compose: () => Notice | undefined,
  cause: string,
): Promise<NotifyResult | undefined> {
  const what = inLanguageOf(context.languages, recipient, compose);
  if (!what) return undefined;
  // Some bodies begin with the creator, whose name is masked as "the creator" for adult pools.
  const notice = { ...what, body: capitalized(what.body) };
  const dedupeKey = `${notice.kind}:${cause}:${recipient.id}`;
  const topic = topicOf(notice.kind);
  const stored = await insertNotification(
    tx,
    { userId: recipient.id, ...notice, dedupeKey },
    {
      topic,
      fixed: fixedTopics.includes(topic),
      mailed: !optInMailTopics.includes(topic),
      mailOnly: notice.mailOnly ?? false,
    },
  );
  if (!stored) return undefined;
  if (stored.inApp) afterCommitWith(tx, context, (context) => sendNews(context, recipient.id));
  if (stored.digest) await scheduleDigest(tx, recipient.id, stored.digest);
  if (!notice.quiet && stored.email) {
    await mailNotice(context, tx, recipient, { compose: () => notice, dedupeKey });
  }
  if (notice.push && stored.push) {
    const { title, body, href, push } = notice;
    await queuePush(context, tx, recipient.id, { note: { title, body, href, tag: dedupeKey }, ...push });
  }
  const reached = stored.inApp || stored.email || stored.digest !== null;
  return { email: stored.email, reached, noticeId: stored.id, dedupeKey };
}

type NoticeWords = Pick<
  Notice,
  'kind' | 'title' | 'body' | 'href' | 'action' | 'facts' | 'picture' | 'meter' | 'figure' | 'steps'
>;

/** Sends a notice as an email. `compose` runs in the recipient's language. */
export async function mailNotice(
  context: InTransaction<Platform>,
  tx: Tx,
  recipient: Recipient,
  { compose, dedupeKey }: { compose: () => NoticeWords; dedupeKey: string },
): Promise<void> {
  const notice = inLanguageOf(context.languages, recipient, compose);
  const topic = topicOf(notice.kind);
  const unsubscribe = fixedTopics.includes(topic)
    ? undefined
    : await unsubscribeUrl(context, tx, { userId: recipient.id, scope: topic });
  await context.mail.send(tx, {
    to: recipient,
    compose: () => noticeMail(context, notice, unsubscribe),
    ...(unsubscribe ? { unsubscribeUrl: unsubscribe } : {}),
    messageId: dedupeKey.replace(/[^A-Za-z0-9.-]/g, '-'),
  });
}

/** Lays out the email of a notice. Without an unsubscribe link, it is an email that the person always gets. */
export function noticeMail(
  { config: { brandName, publicUrl } }: Pick<Platform, 'config'>,
  notice: NoticeWords,
  unsubscribe: string | undefined,
): { subject: string; text: string; html: string } {
  const content = renderMail({
    brandName,
    publicUrl,
    heading: notice.title,
    ...(notice.picture ? { picture: { url: `${publicUrl}${notice.picture.path}`, alt: notice.picture.alt } } : {}),
    paragraphs: [notice.body],
    ...(notice.meter ? { meter: notice.meter } : {}),
    ...(notice.facts ? { facts: notice.facts } : {}),
    ...(notice.figure ? { figure: notice.figure } : {}),
    ...(notice.steps ? { steps: notice.steps } : {}),
    action: { label: notice.action, url: pageAddress({ publicUrl }, notice.href) },
    footer: reasons[topicOf(notice.kind)](brandName),
    footerLinks: unsubscribe
      ? [
          { label: t`Unsubscribe`, url: unsubscribe },
          { label: t`Manage your notifications`, url: pageAddress({ publicUrl }, `${paths.settings}#notifications`) },
        ]
      : [],
  });
  return { subject: t`${{ title: notice.title }} · ${{ brand: brandName }}`, ...content };
}

/** Why a person gets the email. */
const reasons: Record<NotificationTopic, (brand: string) => Text> = {
  account: (brand) => t`You’re receiving this because you have an account on ${{ brand }}.`,
  legal: (brand) =>
    t`You’re receiving this because the law requires us to tell you what happens to your content on ${{ brand }}.`,
  pools: (brand) => t`You’re receiving this because you’re part of a pool on ${{ brand }}, or follow one.`,
  payments: (brand) => t`You’re receiving this because you’re part of a pool on ${{ brand }}.`,
  updates: (brand) =>
    t`You’re receiving this because you back, follow or started a pool on ${{ brand }}, or are its creator.`,
  following: (brand) =>
    t`You’re receiving this because you follow this creator on ${{ brand }} and turned on these emails.`,
  comments: (brand) => t`You’re receiving this because someone commented on a pool on ${{ brand }}.`,
  chat: (brand) => t`You’re receiving this because someone mentioned you or replied to you in a chat on ${{ brand }}.`,
  creator: (brand) => t`You’re receiving this because you’re a creator on ${{ brand }} or applied to be one.`,
  requests: (brand) => t`You’re receiving this because you’re a creator on ${{ brand }}.`,
  first_pledges: (brand) => t`You’re receiving this because you’re a creator on ${{ brand }}.`,
  milestones: (brand) => t`You’re receiving this because you’re a creator on ${{ brand }}.`,
  backers: (brand) => t`You’re receiving this because you’re a creator on ${{ brand }}.`,
  admin: (brand) => t`You’re receiving this because you’re an admin of ${{ brand }}.`,
};
