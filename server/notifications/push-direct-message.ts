import { conversationPath } from '#contract/paths.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { queuePush } from '#server/push/queue-push.ts';
import { wantsPush } from './choices/choices.sql.ts';
import { previewOf } from './notice.ts';
import { findUnreadDirect } from './notice-messages.sql.ts';

export interface DirectPush {
  conversationId: string;
  recipientId: string;
}

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

/** Pushes the latest unread message and the number of unread ones. Skips blocked conversations and people with chat pushes off. */
export async function pushDirectMessage(context: Platform, { conversationId, recipientId }: DirectPush): Promise<void> {
  await context.db.tx(async (tx) => {
    if (!(await wantsPush(tx, recipientId, 'chat'))) return;
    const unread = await findUnreadDirect(tx, conversationId, recipientId);
    if (!unread) return;
    const { senderName, senderAdult, content, count } = unread;
    const note = {
      title: count > 1 ? `${senderName} · ${count} new messages` : `New message from ${senderName}`,
      // The recipient may not have passed the age gate on that device.
      body: senderAdult ? 'Open it to read.' : previewOf(content),
      href: conversationPath(conversationId),
      tag: `direct:${conversationId}`,
    };
    await queuePush(context, tx, recipientId, { note, ttlMs, urgency: 'high' });
  });
}
