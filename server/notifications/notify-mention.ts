import { paths } from '#contract/paths.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import {
  findMessage,
  findPool,
  findRecipient,
  hasBlocked,
  hasRead,
  holdMessage,
  type MessageRow,
} from './audience.sql.ts';
import { excerptOf, type Notice, nameOfPool, pathOfPool } from './notice.ts';
import { type NotifyResult, notify } from './notify.ts';

export type Addressed = FactMap['message.addressed'];

/** A notice that waits to be read before it is mailed. */
export interface AwayMail {
  dedupeKey: string;
}

/** Whoever has not read it here by then is taken to be away. */
const awayAfterMs = 5 * 60_000;

/** By then whoever has the room before their eyes has read it. */
const seenAfterMs = 1500;

export async function scheduleMentionNotices(
  { db, jobs }: Platform,
  addressed: JobKind<Addressed>,
  message: Addressed,
): Promise<void> {
  await db.tx((tx) => jobs.enqueue(tx, addressed, message, { startAfterMs: seenAfterMs }));
}

/** Whoever is named in a chat, or answered there, and does not see it, hears of it once; of a direct conversation its own list tells. */
export async function notifyMentions(
  context: Platform,
  awayMail: JobKind<AwayMail>,
  { messageId, senderId, mentionedIds, answeredId }: Addressed,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const message = await holdMessage(tx, messageId);
    if (!message || message.roomKind === 'direct' || message.content === '') return;
    const place = await placeOf(tx, message);
    if (!place) return;
    const notices = new Map(mentionedIds.map((id) => [id, noticeOf('chat_mention', message, place)]));
    if (answeredId) notices.set(answeredId, noticeOf('chat_reply', message, place));
    notices.delete(senderId);
    for (const [userId, notice] of notices) {
      const told = await tellOne(context, tx, { userId, senderId, notice, messageId });
      if (!told?.email) continue;
      await context.jobs.enqueue(tx, awayMail, { dedupeKey: told.dedupeKey }, { startAfterMs: awayAfterMs });
    }
  });
}

/** Nobody hears of somebody whom they have blocked, nor of what they have seen already. */
async function tellOne(
  context: Platform,
  tx: Tx,
  { userId, senderId, notice, messageId }: { userId: string; senderId: string; notice: Notice; messageId: string },
): Promise<NotifyResult | undefined> {
  const recipient = await findRecipient(tx, userId);
  if (!recipient || (await hasBlocked(tx, userId, senderId)) || (await hasRead(tx, userId, messageId)))
    return undefined;
  return notify(context, tx, recipient, notice, messageId);
}

/** Whose message an admin removed is told so, with the reason. */
export async function notifyRemovedMessage(
  context: Platform,
  { messageId, senderId, reason }: FactMap['message.removed'],
): Promise<void> {
  await context.db.tx(async (tx) => {
    const message = await findMessage(tx, messageId);
    const place = message && (await placeOf(tx, message));
    const sender = await findRecipient(tx, senderId);
    if (!place || !sender) return;
    const body = `An admin removed what you wrote ${place.name}.${reason ? ` The reason: ${reason}` : ''}`;
    const notice = { kind: 'chat_message_removed', title: 'Your message was removed', body, href: place.href };
    await notify(context, tx, sender, { ...notice, action: 'Open the chat', quiet: true }, messageId);
  });
}

interface Place {
  /** As a sentence goes on: "in the chat of …". */
  name: string;
  href: string;
  /** Its words wait for the age gate. */
  adult: boolean;
}

async function placeOf(tx: Tx, { roomKind, category, poolId, adult }: MessageRow): Promise<Place | undefined> {
  if (roomKind === 'direct') return { name: 'in a conversation', href: '/messages', adult: false };
  if (roomKind === 'global') return { name: 'in the global chat', href: `${paths.feed}#chat`, adult: false };
  if (roomKind === 'category') {
    // The address of an adult one would name it; the chat beside the feed opens elsewhere.
    if (adult) return { name: 'in a chat for adults', href: paths.feed, adult };
    const chosen = `?categories=${encodeURIComponent(category ?? '')}`;
    return { name: `in the ${category} chat`, href: `${paths.feed}${chosen}#chat`, adult };
  }
  const pool = poolId === null ? undefined : await findPool(tx, poolId);
  return pool && { name: `in the chat of ${nameOfPool(pool)}`, href: `${pathOfPool(pool)}#chat`, adult: pool.adult };
}

function noticeOf(
  kind: 'chat_mention' | 'chat_reply',
  { senderName, content, threadId }: MessageRow,
  place: Place,
): Notice {
  const where = place.name.charAt(0).toUpperCase() + place.name.slice(1);
  return {
    kind,
    title: kind === 'chat_mention' ? `${senderName} mentioned you` : `${senderName} answered you`,
    body: `${where}.${place.adult ? '' : ` ${excerptOf(content)}`}`,
    // Its thread, for the chat to go to.
    href: place.href.endsWith('#chat') ? `${place.href}-${threadId}` : place.href,
    action: 'Open the chat',
    quiet: true,
  };
}
