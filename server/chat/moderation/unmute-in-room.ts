import type { RoomSettings } from '#contract/admin/chat-moderation.ts';
import { appError } from '#contract/errors.ts';
import { broadcastRoomRules } from '#server/chat/broadcast-to-room.ts';
import type { ChatContext } from '#server/chat/chat-context.ts';
import type {} from '#server/chat/facts.ts';
import type { ChatModerator } from '#server/chat/policy.ts';
import { roomIdOf } from '#server/chat/room.ts';
import { afterCommit } from '#server/platform/postgres/db.ts';
import { forgetMutes } from './muted-people.ts';
import { findOpenRoom, readRoomSettings } from './room-settings.ts';
import { deleteMute } from './settings.sql.ts';

/** Lifts a mute. Throws not_found if there is none. */
export async function unmuteInRoom(
  context: ChatContext,
  admin: ChatModerator,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<RoomSettings> {
  const room = await findOpenRoom(context, admin, roomId);
  await context.db.tx(async (tx) => {
    if (!(await deleteMute(tx, room.id, userId))) throw appError('not_found');
    afterCommit(tx, () => broadcastRoomRules(context, room, { userId, muted: null }));
    await context.facts.publish(tx, 'chat.moderated', {
      actorId: admin.actor.userId,
      action: 'room.unmuted',
      targetKind: 'room',
      targetId: room.id,
      before: { userId, room: roomIdOf(room) },
      after: {},
      concerned: [userId],
      reason: null,
      ip: admin.ip,
    });
  });
  forgetMutes(context);
  return readRoomSettings(context, admin, roomId);
}
