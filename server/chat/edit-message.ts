import type { Message } from '#contract/chat.ts';
import { appError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { findLastMessage, takeSequenceNumber } from '#server/chat/moderation/removal.sql.ts';
import { readWordFilter } from '#server/chat/moderation/word-filter.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { broadcastConversationUpdate, broadcastMessageChange } from './broadcast-to-room.ts';
import type { ChatContext } from './chat-context.ts';
import { type EditedRow, lockForEdit, replaceText } from './edits.sql.ts';
import type {} from './facts.ts';
import { findRoomOfMessage } from './find-room.ts';
import { candidatesOf, mentionsOf } from './mentions.ts';
import { lastMessageForAll, messageForAll } from './message.ts';
import { tidyMessage } from './message-text.ts';
import { findMessage } from './messages.sql.ts';
import { findPeopleByNames } from './people.sql.ts';
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
  if (room.kind !== 'direct' && (await readWordFilter(context))?.test(content)) throw appError('message_filtered');
  const candidates = candidatesOf(content);
  const names = [...new Set(candidates.flatMap((candidate) => candidate.names))];
  const named = names.length > 0 ? await findPeopleByNames(context.db.sql, room, names) : [];
  const mentions = mentionsOf(candidates, named);
  const edited = await context.db.tx(async (tx) => {
    const before = await lockForEdit(tx, id, member.actor.userId);
    assertMayEdit(member.actor.userId, before);
    if (before.content !== content) await replace(context, tx, room, { id, before, content, mentions });
    const row = await findMessage(tx, id);
    if (!row) throw appError('not_found');
    return row;
  });
  return messageForAll(context, edited, room);
}

function assertMayEdit(editorId: string, message: EditedRow | undefined): asserts message {
  if (!message) throw appError('not_found');
  if (message.senderId !== editorId) {
    throw appError('own_message_only', { message: 'Only the person who wrote this message can edit it.' });
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

async function replace(
  context: InTransaction<ChatContext>,
  tx: Tx,
  room: RoomRow,
  { id, before, content, mentions }: Replacement,
): Promise<void> {
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
  const row = await findMessage(tx, id);
  const last = isConversation(room) ? await findLastMessage(tx, room.id) : undefined;
  afterCommit(tx, () => {
    if (row) broadcastMessageChange(context, room, seq, messageForAll(context, row, room));
    if (last?.id !== id) return;
    const lastMessage = lastMessageForAll(context, last);
    broadcastConversationUpdate(context, room, {
      fromId: lastMessage.senderId,
      updatedAt: lastMessage.createdAt,
      lastMessage,
    });
  });
}
