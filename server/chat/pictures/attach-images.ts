import type { NewMessage } from '#server/chat/chat-context.ts';
import type { StoredRow } from '#server/chat/store-messages.sql.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { assertOwnImages } from '#server/pools/pool-form.ts';
import { insertMessageImages, lockSenders, type MessageImageRow } from './message-images.sql.ts';

/** By message id. */
export type AttachedImages = ReadonlyMap<string, MessageImageRow[]>;

/**
 * Locks the pictures of new messages against their deletion. Call it before the messages are stored, because the deletion of an account locks the person,
 * then their pictures, then the rooms. Throws validation_failed for pictures that are not the sender's, gone or disabled.
 */
export async function lockImages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  const withImages = messages.filter(({ imageIds }) => imageIds.length > 0);
  if (withImages.length === 0) return;
  await lockSenders(
    tx,
    withImages.map(({ sender }) => sender.id),
  );
  for (const { sender, imageIds } of withImages) await assertOwnImages(tx, sender.id, [...imageIds]);
}

/** Gives the stored messages their pictures, in the transaction that stores them. `rows` are the outcomes of `messages`. */
export async function attachImages(
  tx: Tx,
  messages: readonly NewMessage[],
  rows: readonly StoredRow[],
): Promise<AttachedImages> {
  const added = messages.flatMap(({ imageIds }, index) => {
    const row = rows[index];
    if (row?.outcome !== 'stored' || !row.storedId) return [];
    const messageId = row.storedId;
    return imageIds.map((imageId, at) => ({ messageId, imageId, position: at + 1 }));
  });
  const attached = new Map<string, MessageImageRow[]>();
  if (added.length === 0) return attached;
  for (const { messageId, ...image } of await insertMessageImages(tx, added)) {
    attached.set(messageId, [...(attached.get(messageId) ?? []), image]);
  }
  return attached;
}
