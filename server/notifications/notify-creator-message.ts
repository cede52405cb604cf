import { creatorMessagePath } from '#contract/contributors.ts';
import { t } from '#contract/language/text.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deliveryPush, type Notice, nameOfPool, pictureAndMeter } from './notice.ts';
import { type CreatorMessageRow, findCreatorMessage, listMessageRecipients } from './notice-messages.sql.ts';
import { findPool, type PoolRow } from './notice-pools.sql.ts';
import { notify } from './notify.ts';

export interface MessageBatch {
  messageId: string;
  afterId: string | null;
}

const batchSize = 200;

/**
 * Notifies one batch of a message's recipients, and enqueues the next batch. Skips fans who have blocked the creator or were
 * blocked. A message that was deleted with its sender's account notifies no one.
 */
export async function notifyCreatorMessage(
  context: Platform,
  self: () => JobKind<MessageBatch>,
  { messageId, afterId }: MessageBatch,
): Promise<void> {
  await context.db.tx(async (tx) => {
    const message = await findCreatorMessage(tx, messageId);
    const pool = message && (await findPool(tx, message.poolId));
    if (!message || !pool || pool.status === 'removed') return;
    const compose = () => creatorMessageNotice(pool, message);
    const filter = { messageId, creatorId: message.creatorId };
    const recipients = await listMessageRecipients(tx, filter, afterId, batchSize);
    for (const { blocked, ...recipient } of recipients) {
      if (!blocked) await notify(context, tx, recipient, compose, messageId);
    }
    const last = recipients.at(-1);
    if (last && recipients.length === batchSize) {
      await context.jobs.enqueue(tx, self(), { messageId, afterId: last.id });
    }
  });
}

/** Messages about an adult pool are shown only after the age gate, so not here. */
export function creatorMessageNotice(pool: PoolRow, { id, body, creatorId, senderName }: CreatorMessageRow): Notice {
  return {
    kind: 'creator_message',
    title: t`${{ name: senderName }} wrote to you`,
    body: pool.adult
      ? t`A message about an adult pool that you back. Open it to read it.`
      : t`About ${{ pool: nameOfPool(pool) }}, which you back: ${{ message: body.replace(/\s+/g, ' ') }}`,
    href: creatorMessagePath(id),
    poolId: pool.id,
    personId: creatorId,
    action: t`Read the message`,
    ...pictureAndMeter(pool),
    push: deliveryPush,
  };
}
