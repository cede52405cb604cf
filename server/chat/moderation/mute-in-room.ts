import type { RoomSettings } from '#contract/admin/chat-moderation.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { broadcastRoomRules } from '#server/chat/broadcast-to-room.ts';
import type { ChatContext } from '#server/chat/chat-context.ts';
import type {} from '#server/chat/facts.ts';
import type { ChatModerator } from '#server/chat/policy.ts';
import { roomIdOf } from '#server/chat/room.ts';
import { afterCommit } from '#server/platform/postgres/db.ts';
import { forgetMutes } from './muted-people.ts';
import { findOpenRoom, readRoomSettings } from './room-settings.ts';
import { insertMute } from './settings.sql.ts';

interface Mute {
  roomId: string;
  userId: string;
  minutes: number | null;
  reason: string;
}

/** Mutes a person in a room, for some minutes or until an admin lifts the mute. Throws not_found. */
export async function muteInRoom(
  context: ChatContext,
  admin: ChatModerator,
  { roomId, userId, minutes, reason }: Mute,
): Promise<RoomSettings> {
  const room = await findOpenRoom(context, admin, roomId);
  await context.db.tx(async (tx) => {
    const mute = { roomId: room.id, userId, minutes, reason, mutedBy: admin.actor.userId };
    const made = await insertMute(tx, mute);
    if (!made) throw appError('not_found', { message: () => t`This person does not exist.` });
    const muted = { until: made.until?.toISOString() ?? null };
    afterCommit(tx, () => broadcastRoomRules(context, room, { userId, muted }));
    await context.facts.publish(tx, 'chat.moderated', {
      actorId: admin.actor.userId,
      action: 'room.muted',
      targetKind: 'room',
      targetId: room.id,
      before: {},
      after: { userId, room: roomIdOf(room), minutes: minutes === null ? null : String(minutes) },
      concerned: [userId],
      reason,
      ip: admin.ip,
    });
  });
  forgetMutes(context);
  return readRoomSettings(context, admin, roomId);
}
