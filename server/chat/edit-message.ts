import type { Message } from '#contract/chat/chat.ts';
import { hasOnlyPictures, pictureText } from '#contract/chat/message-text.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { findLastMessage, takeSequenceNumber } from '#server/chat/moderation/removal.sql.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { broadcastConversationUpdate, broadcastMessageChange } from './broadcast-to-room.ts';
import type { ChatContext } from './chat-context.ts';
import { type EditedRow, lockForEdit, replaceText } from './edits.sql.ts';
import type {} from './facts.ts';
import { findRoomOfMessage } from './find-room.ts';
import { lastMessageForAll, type MessageRow, messageForAll } from './message.ts';
import { checkText, tidyMessage } from './message-text.ts';
import { findMessage } from './messages.sql.ts';
import type { ChatMember } from './policy.ts';
import { isConversation, type RoomRow } from './room.ts';

/**
 * Replaces the text of the member's own message and broadcasts it, under the rules for sending except slow mode. The earlier text is kept
 * for reports. Throws validation_failed, not_found, not_in_conversation, age_gate, own_message_only, edit_too_late, too_many_edits,
 * suspended, people_apart, chat_muted, message_filtered.
 */
export async function editMessage(
  context: ChatContext,
  member: ChatMember,
  { id: given, typed }: { id: string; typed: string },
): Promise<Message> {
  const id = given.toLowerCase();
  const content = tidyMessage(typed);
  const room = await findRoomOfMessage(context, member, id);
  const mentions = (await isPictureText(context, id, content)) ? [] : await checkText(context, room, content);
  const edited = await context.db.tx(async (tx) => {
    const before = await lockForEdit(tx, id, member.actor.userId);
    assertMayEdit(member.actor.userId, before);
    const seq =
      before.content === content ? undefined : await replace(context, tx, room, { id, before, content, mentions });
    const row = await findMessage(tx, id);
    if (!row) throw appError('not_found');
    if (seq !== undefined) await broadcastAfterCommit(context, tx, room, { seq, row });
    return row;
  });
  return messageForAll(context, edited, room);
}

/** Whether the person took the text away from the pictures. The word filter does not test the text that then stands for them. */
async function isPictureText({ db }: ChatContext, id: string, content: string): Promise<boolean> {
  if (content !== pictureText) return false;
  const message = await findMessage(db.sql, id);
  return hasOnlyPictures({ content, images: message?.images ?? undefined });
}

function assertMayEdit(editorId: string, message: EditedRow | undefined): asserts message {
  if (!message) throw appError('not_found');
  if (message.senderId !== editorId) {
    throw appError('own_message_only', { message: () => t`Only the person who wrote this message can edit it.` });
  }
  if (message.isSuspended) throw appError('suspended');
  if (message.isClosed) throw appError('people_apart');
  if (message.muted) {
    const { mutedUntil } = message;
    throw appError('chat_muted', mutedUntil ? { retryAfterS: (mutedUntil.getTime() - Date.now()) / 1000 } : {});
  }
  if (message.isTooLate) throw appError('edit_too_late');
}

interface Replacement {
  id: string;
  before: EditedRow;
  content: string;
  mentions: Message['mentions'];
}

/** Returns the room's number of the edit. */
async function replace(
  context: InTransaction<ChatContext>,
  tx: Tx,
  room: RoomRow,
  { id, before, content, mentions }: Replacement,
): Promise<number> {
  if (before.editCount >= limits.chat.editsMax) throw appError('too_many_edits');
  const seq = await takeSequenceNumber(tx, room.id);
  if (!(await replaceText(tx, { id, seq, content, mentions }))) throw appError('edit_too_late');
  await context.facts.publish(tx, 'message.edited', { messageId: id });
  const addressed = new Set([...before.mentions.map(({ userId }) => userId), before.senderId, before.answeredId]);
  const mentionedIds = [...new Set(mentions.map(({ userId }) => userId))].filter((userId) => !addressed.has(userId));
  if (mentionedIds.length > 0 && before.senderId) {
    const { senderId } = before;
    await context.facts.publish(tx, 'message.addressed', {
      messageId: id,
      senderId,
      mentionedIds,
      answeredId: null,
      editSeq: seq,
    });
  }
  return seq;
}

async function broadcastAfterCommit(
  context: InTransaction<ChatContext>,
  tx: Tx,
  room: RoomRow,
  { seq, row }: { seq: number; row: MessageRow },
): Promise<void> {
  const last = isConversation(room) ? await findLastMessage(tx, room.id) : undefined;
  afterCommit(tx, () => {
    broadcastMessageChange(context, room, seq, messageForAll(context, row, room));
    if (last?.id !== row.id) return;
    const lastMessage = lastMessageForAll(context, last);
    broadcastConversationUpdate(context, room, {
      fromId: lastMessage.senderId,
      updatedAt: lastMessage.createdAt,
      lastMessage,
    });
  });
}
