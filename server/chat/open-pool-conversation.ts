import { appError } from '#contract/errors.ts';
import type { ChatContext } from './chat-context.ts';
import { findRoomBy } from './find-room.ts';
import type { ChatMember } from './policy.ts';
import { followRoom } from './rooms.sql.ts';
import { subscribeToListUpdates } from './subscribe-to-list-updates.ts';

/** Adds a pool's chat to a person's conversations. Throws not_found, age_gate. */
export async function openPoolConversation(
  context: ChatContext,
  member: ChatMember,
  poolId: string,
): Promise<{ conversationId: string }> {
  const room = await findRoomBy(context, member, { by: 'pool', poolId });
  if (room.kind !== 'pool') throw appError('not_found');
  await followRoom(context.db.sql, room.id, member.actor.userId);
  if (!(await subscribeToListUpdates(context, member, room.id))) throw appError('not_found');
  return { conversationId: room.id };
}
