import { previewOf } from '#contract/chat/message-text.ts';
import { plural, t, verbatim } from '#contract/language/text.ts';
import { conversationPath } from '#contract/paths.ts';
import type { PushNote } from '#contract/push.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { inLanguageOf } from '#server/platform/language/languages.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { type QueuedPush, queueForDevices } from '#server/push/queue-push.ts';
import { sendPush } from '#server/push/send-push.ts';
import { wantsPush } from './choices/choices.sql.ts';
import { findUnreadDirect } from './notice-messages.sql.ts';

export interface DirectPush {
  conversationId: string;
  recipientId: string;
}

/** The push to one device of the recipient. */
export type DevicePush = DirectPush & Pick<QueuedPush, 'sessionId' | 'until'>;

/** A recipient with the conversation open has read the message by then. Messages that arrive in the meantime share one push. */
const pushAfterMs = 3000;
const ttlMs = 24 * 60 * 60 * 1000;

/** Schedules a push about a direct message in case it stays unread. The open app shows messages in its list and badge. */
export async function scheduleDirectPush(
  context: Platform,
  directPush: JobKind<DirectPush>,
  { conversationId, recipientId }: FactMap['message.direct'],
): Promise<void> {
  await context.db.tx((tx) =>
    context.jobs.enqueue(
      tx,
      directPush,
      { conversationId, recipientId },
      { startAfterMs: pushAfterMs, singletonKey: `${conversationId}:${recipientId}` },
    ),
  );
}

/** Queues a push to each device of the recipient if there is something to push. */
export async function pushDirectMessage(
  context: Platform,
  devicePush: JobKind<DevicePush>,
  { conversationId, recipientId }: DirectPush,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const push = { conversationId, recipientId };
    if (!(await composeNote(context, tx, push))) return;
    await queueForDevices(context, tx, recipientId, devicePush, { ...push, until: Date.now() + ttlMs });
  });
}

/**
 * Sends the push to one device. A retry may run hours later, so each try composes the note again: the recipient may have read the message
 * or blocked its sender, and the sender may have deleted it.
 */
export async function sendDirectPush(context: Platform, { sessionId, until, ...push }: DevicePush): Promise<void> {
  const note = await composeNote(context, context.db.sql, push);
  if (note) await sendPush(context, { sessionId, note, urgency: 'high', until });
}

/**
 * The latest unread message and the number of unread ones, in the recipient's language. Undefined without one, in blocked conversations, and for people with chat pushes
 * off.
 */
async function composeNote(
  { languages }: Pick<Platform, 'languages'>,
  sql: Connection,
  { conversationId, recipientId }: DirectPush,
): Promise<PushNote | undefined> {
  if (!(await wantsPush(sql, recipientId, 'chat'))) return undefined;
  const unread = await findUnreadDirect(sql, conversationId, recipientId);
  if (!unread) return undefined;
  const { senderName, senderAdult, content, count } = unread;
  return inLanguageOf(languages, unread, () => ({
    title:
      count > 1
        ? t`${{ name: senderName }} · ${plural({ messages: count }, { one: '# new message', other: '# new messages' })}`
        : t`New message from ${{ name: senderName }}`,
    // The recipient may not have passed the age gate on that device.
    body: senderAdult ? t`Open it to read.` : verbatim(previewOf(content)),
    href: conversationPath(conversationId),
    tag: `direct:${conversationId}`,
  }));
}
