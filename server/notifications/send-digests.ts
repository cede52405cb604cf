import { plural, type Text, t, verbatim } from '#contract/language/text.ts';
import { notificationTopics } from '#contract/notification-topics.ts';
import { type MailTiming, noticeKindsOf } from '#contract/notifications.ts';
import { paths } from '#contract/paths.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { renderMail } from '#server/platform/mail/mail-layout.ts';
import { pageAddress } from '#server/platform/mail/page-address.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { listChoices } from './choices/choices.sql.ts';
import { unsubscribeUrl } from './choices/unsubscribe-token.ts';
import {
  type Cadence,
  type DigestNotice,
  type DueDigest,
  dropWaitingNotices,
  scheduleWaitingNotices,
  takeDueDigest,
  takeWaitingNotices,
} from './digests.sql.ts';
import { findRecipient } from './notice-recipients.sql.ts';
import { mailTimingOf } from './topics.ts';

export const digestJob: JobKind<undefined> = { kind: 'notifications.digests', queue: 'clock' };

/** A digest lists this many notices and only counts the rest. */
const listedAtMost = 20;

/**
 * Sends every digest that is due, each in its own transaction: the digest, its notices and the mail's job change together, so a crash
 * or a second node sends none twice and loses none.
 */
export async function sendDueDigests(context: Platform, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const sent = await context.db.tx(async (tx) => {
      const due = await takeDueDigest(tx);
      if (due) await sendDigest(context, tx, due);
      return due !== undefined;
    });
    if (!sent) return;
  }
}

async function sendDigest(
  context: InTransaction<Platform>,
  tx: Tx,
  { userId, cadence, dueAt }: DueDigest,
): Promise<void> {
  const recipient = await findRecipient(tx, userId);
  if (!recipient) return;
  const chosen = new Map((await listChoices(tx, userId)).map((row) => [row.topic, row]));
  const kindsFor = (...timings: MailTiming[]) =>
    notificationTopics
      .filter((topic) => timings.includes(mailTimingOf(topic, chosen.get(topic))))
      .flatMap((topic) => [...noticeKindsOf[topic]]);
  const notices = await takeWaitingNotices(tx, { userId, kinds: kindsFor(cadence) });
  // A notice from just before the person changed a topic may still wait for the previous digest.
  const other = cadence === 'daily' ? 'weekly' : 'daily';
  await scheduleWaitingNotices(tx, { userId, kinds: kindsFor(other), cadence: other });
  await dropWaitingNotices(tx, { userId, kinds: kindsFor('at_once', 'never') });
  if (notices.length === 0) return;
  const unsubscribe = await unsubscribeUrl(context, tx, { userId, scope: cadence });
  await context.mail.send(tx, {
    to: recipient,
    compose: () => digestMail(context, cadence, notices, unsubscribe),
    unsubscribeUrl: unsubscribe,
    messageId: `digest-${cadence}-${userId}-${dueAt.getTime()}`,
  });
}

const headings: Record<Cadence, (unread: number) => Text> = {
  daily: (unread) =>
    t`Your daily digest: ${plural({ unread }, { one: '# unread notification', other: '# unread notifications' })}`,
  weekly: (unread) =>
    t`Your weekly digest: ${plural({ unread }, { one: '# unread notification', other: '# unread notifications' })}`,
};

const reasons: Record<Cadence, (brand: string) => Text> = {
  daily: (brand) => t`You’re receiving this because you chose a daily digest of your notifications on ${{ brand }}.`,
  weekly: (brand) => t`You’re receiving this because you chose a weekly digest of your notifications on ${{ brand }}.`,
};

/** Lays out a digest. If there are many notices, the oldest are only counted. */
export function digestMail(
  { config: { brandName, publicUrl } }: Pick<Platform, 'config'>,
  cadence: Cadence,
  notices: readonly Pick<DigestNotice, 'title' | 'body' | 'href'>[],
  unsubscribe: string,
): { subject: string; text: string; html: string } {
  const heading = headings[cadence](notices.length);
  const more = notices.length - listedAtMost;
  const content = renderMail({
    brandName,
    publicUrl,
    heading,
    paragraphs: [],
    // The notices were stored in the language of their recipient.
    items: notices.slice(0, listedAtMost).map(({ title, body, href }) => ({
      title: verbatim(title),
      body: verbatim(body),
      ...(href ? { url: pageAddress({ publicUrl }, href) } : {}),
    })),
    action: {
      label: more > 0 ? t`See ${plural({ more }, { other: '# more' })}` : t`Open your notifications`,
      url: pageAddress({ publicUrl }, paths.notifications),
    },
    footer: reasons[cadence](brandName),
    footerLinks: [
      { label: t`Unsubscribe`, url: unsubscribe },
      { label: t`Notification settings`, url: pageAddress({ publicUrl }, `${paths.settings}#notifications`) },
    ],
  });
  return { subject: t`${{ title: heading }} · ${{ brand: brandName }}`, ...content };
}
