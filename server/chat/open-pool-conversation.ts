import { appError } from '#contract/errors.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomBy } from './find-room.ts';
import type { ChatMember } from './list-conversations.ts';
import { socketRoom } from './room.ts';
import { listRoom } from './rooms.sql.ts';

/** Somebody takes part in a pool's chat. Throws not_found, age_gate. */
export async function openPoolConversation(
  context: ChatContext,
  member: ChatMember,
  poolId: string,
): Promise<{ conversationId: string }> {
  const room = await findRoomBy(context, member, { by: 'pool', poolId });
  if (room.kind !== 'pool') throw appError('not_found');
  const { userId } = member.actor;
  await listRoom(context.db.sql, room.id, userId);
  context.live.move({ userId, enter: [socketRoom.listed(room.id)] });
  return { conversationId: room.id };
}
