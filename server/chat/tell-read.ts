import type { ConversationUpdated } from '#contract/socket-events.ts';
import { personRoom } from '#server/platform/sockets.ts';
import type { ChatContext } from './chat-context.ts';
import type { RoomRow } from './room.ts';

/** The person's other windows hear that a conversation is read. */
export function tellRead({ live }: Pick<ChatContext, 'live'>, room: RoomRow, userId: string, updatedAt: Date): void {
  const news: ConversationUpdated = {
    conversationId: room.id,
    type: room.kind === 'direct' ? 'direct' : 'pool',
    updatedAt: updatedAt.toISOString(),
    unreadCount: 0,
  };
  live.tell({ to: [personRoom(userId)], event: 'conversation_updated', payload: news });
}
