import type { AppError } from '#contract/app-error.ts';
import type { Message } from '#contract/chat/chat.ts';
import { appError } from '#contract/errors.ts';
import { t, verbatim } from '#contract/language/text.ts';
import { tidyText } from '#contract/values/tidy-text.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { createKeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts';
import type { SocketPerson } from '#server/platform/live/socket-module.ts';
import { assertOwnImages } from '#server/pools/pool-form.ts';
import type { ChatContext, StoreResult } from './chat-context.ts';
import { findRoomByRef, type RoomRef } from './find-room.ts';
import { messageForAll } from './message.ts';
import { checkText, tidyMessage } from './message-text.ts';
import { findMessage } from './messages.sql.ts';
import type { RoomRow } from './room.ts';

export interface Sending extends RoomRef {
  content: string;
  imageIds?: readonly string[] | null | undefined;
  parentMessageId?: string | null | undefined;
  nonce?: string | null | undefined;
}

/** Messages enter the store in the order in which the person sent them, however long their lookups take. */
const mutexOf = contextState(() => createKeyedMutex<string>());

/**
 * Stores and broadcasts a message. Returns the stored message; repeating the call with the same nonce returns the same one. Throws
 * validation_failed, not_found, not_in_conversation, age_gate, message_filtered, people_apart, chat_muted, chat_slow, message_deleted.
 */
export async function sendMessage(context: ChatContext, sender: SocketPerson, sending: Sending): Promise<Message> {
  const storing = await mutexOf(context)(sender.actor.userId, () => enqueueMessage(context, sender, sending));
  const stored = await storing.sent;
  if (stored.outcome === 'stored') return stored.message;
  if (stored.outcome === 'duplicate') return readKnown(context, storing.room, stored.messageId);
  throw refusalOf(stored);
}

/** Resolves once the message is in the store's queue. `sent` resolves when it is stored. */
async function enqueueMessage(
  context: ChatContext,
  viewer: SocketPerson,
  { content: typed, imageIds: given, parentMessageId, nonce, ...ref }: Sending,
): Promise<{ room: RoomRow; sent: Promise<StoreResult> }> {
  const imageIds = [...new Set(given)];
  const content = tidyMessage(typed, { hasImages: imageIds.length > 0 });
  const room = await findRoomByRef(context, viewer, ref);
  // The store checks again under a lock. A refusal there would undo the whole batch, with the messages of other people.
  if (imageIds.length > 0) await assertOwnImages(context.db.sql, viewer.actor.userId, imageIds, { lock: false });
  const [sender, mentions] = await Promise.all([
    context.readPerson(viewer.actor.userId, room.poolId),
    checkText(context, room, tidyText(typed)),
  ]);
  const sent = context.store({
    room,
    sender,
    content,
    imageIds,
    parentId: parentMessageId ?? null,
    nonce: nonce ?? null,
    mentions,
  });
  // The caller awaits `sent` later. This handler keeps Node.js from reporting an unhandled rejection until then.
  sent.catch(() => undefined);
  return { room, sent };
}

async function readKnown(context: ChatContext, room: RoomRow, messageId: string): Promise<Message> {
  const row = await findMessage(context.db.sql, messageId);
  if (!row) throw appError('conflict', { message: () => t`This message was already sent and has since been deleted.` });
  if (row.roomId !== room.id)
    throw appError('conflict', { message: () => verbatim('This nonce was used in another chat.') });
  return messageForAll(context, row, room);
}

function refusalOf({ outcome, waitMs }: Exclude<StoreResult, { outcome: 'stored' | 'duplicate' }>): AppError {
  const wait = waitMs === null ? {} : { retryAfterS: waitMs / 1000 };
  switch (outcome) {
    case 'suspended':
      return appError('suspended');
    case 'gone':
      return appError('not_found');
    case 'not_member':
      return appError('not_in_conversation');
    case 'blocked':
      return appError('people_apart');
    case 'muted':
      return appError('chat_muted', wait);
    case 'slow':
      return appError('chat_slow', {
        ...wait,
        message: () =>
          t`Slow mode is on in this chat. You can write again in ${{ seconds: Math.max(1, Math.ceil((waitMs ?? 0) / 1000)) }} s.`,
      });
    case 'parent_gone':
      return appError('message_deleted');
  }
}
