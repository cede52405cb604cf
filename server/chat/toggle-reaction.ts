import type { toggleReaction as contract } from '#contract/chat/reactions.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { ReactionEmoji } from '#contract/limits.ts';
import { afterCommit } from '#server/platform/postgres/db.ts';
import { broadcastReaction } from './broadcast-to-room.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomOfMessage } from './find-room.ts';
import { readGroups } from './list-reactions.ts';
import type { ChatMember } from './policy.ts';
import { lockForReaction, toggleReactionRow } from './reactions.sql.ts';
import { conversationIdOf, roomIdOf } from './room.ts';
import { readRoomState } from './rooms.sql.ts';

interface Toggle {
  id: string;
  emoji: ReactionEmoji;
  /** Only for messages of direct conversations. */
  isPrivate: boolean;
}

/** Adds or removes a reaction to a message. Throws not_found, not_in_conversation, people_apart, chat_muted, age_gate. */
export async function toggleReaction(
  context: ChatContext,
  member: ChatMember,
  { id: given, emoji, isPrivate }: Toggle,
): Promise<OutputOf<typeof contract>> {
  const id = given.toLowerCase();
  const { userId } = member.actor;
  const room = await findRoomOfMessage(context, member, id);
  if (isPrivate && room.kind !== 'direct') throw appError('not_found');
  const state = await readRoomState(context.db.sql, room.id, userId);
  if (state?.isClosed) throw appError('people_apart');
  if (state?.muted && member.actor.role !== 'admin') throw appError('chat_muted');
  return context.db.tx(async (tx) => {
    if (!(await lockForReaction(tx, id, userId))) throw appError('not_found');
    const action = await toggleReactionRow(tx, { messageId: id, emoji, userId });
    const reactions = (await readGroups(tx, [id])).get(id) ?? [];
    const count = reactions.find((group) => group.emoji === emoji)?.count ?? 0;
    afterCommit(tx, () =>
      broadcastReaction(context, room, {
        messageId: id,
        roomId: roomIdOf(room),
        conversationId: conversationIdOf(room),
        emoji,
        userId,
        action,
        count,
      }),
    );
    return { messageId: id, emoji, userId, action, reactions };
  });
}
