import { onChat } from '#web/data/chat-socket.ts';
import type { JoinedState } from './joined-state.ts';
import type { Room } from './room.ts';

const nameOf = ({ displayName, username }: { displayName: string | null; username: string }) => displayName || username;

/** Applies the server's events to the room. Returns a stop function. */
export function subscribeToRoom(room: Room, state: JoinedState): () => void {
  const { typists, reactions } = room;
  const isHere = (id: string | null) => id !== null && id === room.roomId;
  const isConversation = room.channel.kind === 'conversation';
  const stops = [
    onChat(isConversation ? 'message_received' : 'room_message_received', (message) => {
      if (isHere(message.roomId)) room.receive(message);
    }),
    onChat('reply_received', ({ roomId, parentMessageId, parentReplyCount }) => {
      if (isHere(roomId) && parentMessageId) room.countReplies(parentMessageId, parentReplyCount);
    }),
    onChat('message_deleted', ({ messageId, deletedReplies, parentMessageId, parentReplyCount, roomId }) => {
      if (!isHere(roomId)) return;
      for (const id of [...deletedReplies, messageId]) room.remove(id);
      if (parentMessageId && parentReplyCount !== null) room.countReplies(parentMessageId, parentReplyCount);
      room.changed();
    }),
    onChat('message_changed', (message) => {
      if (isHere(message.roomId)) room.change([message]);
    }),
    onChat('reaction_updated', (reaction) => {
      if (!isHere(reaction.roomId)) return;
      // This tab already shows its own toggle. The answer to the toggle brings the stored reactions.
      if (reaction.userId === room.me && reactions.isToggling(reaction.messageId)) return;
      reactions.apply(reaction);
      room.tree.touch(reaction.messageId);
      room.changed();
    }),
    onChat('user_typing', (who) => isHere(who.conversationId) && typists.start(who.userId, nameOf(who))),
    onChat('user_stopped_typing', (who) => isHere(who.conversationId) && typists.stop(who.userId)),
    onChat('room_user_typing', (who) => isHere(who.roomId) && typists.start(who.userId, nameOf(who))),
    onChat('room_user_stop_typing', (who) => isHere(who.roomId) && typists.stop(who.userId)),
    onChat('conversation_read', ({ conversationId, seq }) => {
      if (isHere(conversationId)) state.applyRules({ otherReadSeq: seq });
    }),
    onChat('room_rules', ({ roomId, ...rules }) => isHere(roomId) && state.applyRules(rules)),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
