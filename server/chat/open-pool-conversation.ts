import { appError } from '#contract/errors.ts';
import type { ChatContext } from './chat-context.ts';
import { enterList } from './enter-list.ts';
import { findRoomBy } from './find-room.ts';
import type { ChatMember } from './policy.ts';
import { listRoom } from './rooms.sql.ts';

/** Somebody takes part in a pool's chat. Throws not_found, age_gate. */
export async function openPoolConversation(
  context: ChatContext,
  member: ChatMember,
  poolId: string,
): Promise<{ conversationId: string }> {
  const room = await findRoomBy(context, member, { by: 'pool', poolId });
  if (room.kind !== 'pool') throw appError('not_found');
  await listRoom(context.db.sql, room.id, member.actor.userId);
  if (!(await enterList(context, member, room.id))) throw appError('not_found');
  return { conversationId: room.id };
}
