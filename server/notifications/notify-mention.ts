import { sentences, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { categoryText } from '#contract/pools/category-text.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { inEachLanguage } from '#server/platform/language/languages.ts';
import { afterCommitWith, type InTransaction, type Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteMessageNotices } from './delete-notices.ts';
import { excerptOf, givenReason, type Notice, nameOfPool, pathOfPool } from './notice.ts';
import { findMessage, hasRead, lockMessage, type MessageRow } from './notice-messages.sql.ts';
import { findPool, type PoolRow } from './notice-pools.sql.ts';
import { areApart, findRecipient } from './notice-recipients.sql.ts';
import { type AwayMail, rewriteNoticesOfMessage } from './notifications.sql.ts';
import { type NotifyResult, notify } from './notify.ts';
import { sendNews } from './send-unread.ts';

export type Addressed = FactMap['message.addressed'];

/** A person who has not read the notice in the app by then counts as away. */
const awayAfterMs = 5 * 60_000;

/** A person with the room open has read the message by then. */
const seenAfterMs = 1500;

/** Schedules the notices about a message, so that people who read it at once get none. */
export async function scheduleMentionNotices(
  { db, jobs }: Platform,
  addressed: JobKind<Addressed>,
  message: Addressed,
): Promise<void> {
  await db.tx((tx) => jobs.enqueue(tx, addressed, message, { startAfterMs: seenAfterMs }));
}

/**
 * Notifies the people that a chat message mentions or replies to, once each, unless they have read it or an edit has removed the mention.
 * Direct conversations have their own list and badge, so they lead to no notices.
 */
export async function notifyMentions(
  context: Platform,
  awayMail: JobKind<AwayMail>,
  { messageId, senderId, mentionedIds, answeredId, editSeq }: Addressed,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const message = await lockMessage(tx, messageId);
    if (!message || message.roomKind === 'direct' || message.content === '') return;
    const place = await placeOf(tx, message);
    if (!place) return;
    const mentioned = mentionedIds.filter((id) => message.mentionedIds.includes(id));
    const notices = new Map(mentioned.map((id) => [id, () => mentionNotice('chat_mention', message, place)]));
    if (answeredId) notices.set(answeredId, () => mentionNotice('chat_reply', message, place));
    notices.delete(senderId);
    for (const [userId, compose] of notices) {
      const result = await notifyReader(context, tx, { userId, senderId, compose, messageId, editSeq });
      if (!result?.email) continue;
      const { dedupeKey, noticeId } = result;
      await context.jobs.enqueue(tx, awayMail, { dedupeKey, noticeId, editSeq }, { startAfterMs: awayAfterMs });
    }
  });
}

/** Leaves out people who have read the message, and those with a block between them and the sender. */
async function notifyReader(
  context: InTransaction<Platform>,
  tx: Tx,
  {
    userId,
    senderId,
    compose,
    ...message
  }: { userId: string; senderId: string; compose: () => Notice; messageId: string; editSeq: number | undefined },
): Promise<NotifyResult | undefined> {
  const recipient = await findRecipient(tx, userId);
  if (!recipient || (await areApart(tx, userId, senderId)) || (await hasRead(tx, userId, message))) return undefined;
  return notify(context, tx, recipient, compose, message.messageId);
}

/**
 * Rewrites the notices that quote an edited message, because only admins may see its earlier text. Deletes those of people that it no
 * longer mentions. Call it in the transaction of the edit, which waits for notices under way (`lockMessage`).
 */
export async function rewriteMentionNotices(
  context: InTransaction<Platform>,
  tx: Tx,
  messageId: string,
): Promise<void> {
  const message = await findMessage(tx, messageId);
  const place = message && (await placeOf(tx, message));
  if (!place) return deleteMessageNotices(context, tx, [messageId]);
  const bodies = inEachLanguage(context.languages, () => mentionNotice('chat_mention', message, place).body);
  const userIds = await rewriteNoticesOfMessage(tx, { messageId, bodies, mentionedIds: message.mentionedIds });
  afterCommitWith(tx, context, async (context) => {
    for (const userId of userIds) await sendNews(context, userId);
  });
}

/** Notifies the sender that an admin removed their message, with the reason. */
export async function notifyRemovedMessage(
  context: Platform,
  { messageId, senderId, reason }: FactMap['message.removed'],
): Promise<void> {
  await context.db.tx(async (tx) => {
    const message = await findMessage(tx, messageId);
    const place = message && (await placeOf(tx, message));
    const sender = await findRecipient(tx, senderId);
    if (!place || !sender) return;
    await notify(context, tx, sender, () => messageRemoved(place, reason), messageId);
  });
}

interface Place {
  /** "In the chat of …". */
  where: () => Text;
  removed: () => Text;
  href: string;
  /** True if messages must not be quoted, because they are behind the age gate. */
  adult: boolean;
}

const direct: Place = {
  where: () => t`In a conversation.`,
  removed: () => t`An admin removed your message in a conversation.`,
  href: '/messages',
  adult: false,
};

export const globalChat: Place = {
  where: () => t`In the global chat.`,
  removed: () => t`An admin removed your message in the global chat.`,
  href: `${paths.feed}#chat`,
  adult: false,
};

/** The URL of an adult category's chat would name the category, so the link leads to the feed. */
const adultChat: Place = {
  where: () => t`In an adult chat.`,
  removed: () => t`An admin removed your message in an adult chat.`,
  href: paths.feed,
  adult: true,
};

const categoryChat = (category: string): Place => ({
  where: () => t`In the ${{ category: categoryText(category) }} chat.`,
  removed: () => t`An admin removed your message in the ${{ category: categoryText(category) }} chat.`,
  href: `${paths.feed}?categories=${encodeURIComponent(category)}#chat`,
  adult: false,
});

const poolChat = (pool: PoolRow): Place => ({
  where: () => t`In the chat of ${{ pool: nameOfPool(pool) }}.`,
  removed: () => t`An admin removed your message in the chat of ${{ pool: nameOfPool(pool) }}.`,
  href: `${pathOfPool(pool)}#chat`,
  adult: pool.adult,
});

async function placeOf(tx: Tx, { roomKind, category, poolId, adult }: MessageRow): Promise<Place | undefined> {
  if (roomKind === 'direct') return direct;
  if (roomKind === 'global') return globalChat;
  if (roomKind === 'category') return adult ? adultChat : categoryChat(category ?? '');
  const pool = poolId === null ? undefined : await findPool(tx, poolId);
  return pool && poolChat(pool);
}

const messageRemoved = (place: Place, reason: string | null | undefined): Notice => ({
  kind: 'chat_message_removed',
  title: t`Your message was removed`,
  body: sentences(place.removed(), reason ? givenReason(reason) : ''),
  href: place.href,
  action: t`Open the chat`,
  quiet: true,
});

export function mentionNotice(
  kind: 'chat_mention' | 'chat_reply',
  { senderId, senderName, content, poolId, threadId }: MessageRow,
  place: Place,
): Notice {
  return {
    kind,
    title:
      kind === 'chat_mention' ? t`${{ name: senderName }} mentioned you` : t`${{ name: senderName }} replied to you`,
    body: sentences(place.where(), place.adult ? '' : excerptOf(content)),
    // The chat scrolls to this thread.
    href: place.href.endsWith('#chat') ? `${place.href}-${threadId}` : place.href,
    personId: senderId,
    ...(poolId === null ? {} : { poolId }),
    action: t`Open the chat`,
    quiet: true,
  };
}
