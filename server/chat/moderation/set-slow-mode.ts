import type { RoomSettings } from '#contract/admin/chat-moderation.ts';
import { assertVersion } from '#server/audit/admin-conflict.ts';
import { broadcastRoomRules } from '#server/chat/broadcast-to-room.ts';
import type { ChatContext } from '#server/chat/chat-context.ts';
import type {} from '#server/chat/facts.ts';
import type { ChatModerator } from '#server/chat/policy.ts';
import { roomIdOf } from '#server/chat/room.ts';
import { afterCommit } from '#server/platform/postgres/db.ts';
import { findOpenRoom, readRoomSettings } from './room-settings.ts';
import { setSlowSeconds } from './settings.sql.ts';

/**
 * Sets how many seconds each person waits between two messages in a room. Throws not_found, and conflict if another admin has acted on the
 * room since `version`.
 */
export async function setSlowMode(
  context: ChatContext,
  admin: ChatModerator,
  change: { roomId: string; slowModeSeconds: number; reason: string; version?: number | undefined },
): Promise<RoomSettings> {
  const { roomId, slowModeSeconds, reason, version } = change;
  const room = await findOpenRoom(context, admin, roomId);
  await context.db.tx(async (tx) => {
    const before = await setSlowSeconds(tx, room.id, slowModeSeconds);
    if (before === undefined) return;
    const target = { targetKind: 'room', targetId: room.id } as const;
    await assertVersion(tx, { ...target, actorId: admin.actor.userId, version });
    afterCommit(tx, () => broadcastRoomRules(context, room, { slowModeSeconds }));
    await context.facts.publish(tx, 'chat.moderated', {
      actorId: admin.actor.userId,
      action: 'room.slow_mode',
      ...target,
      before: { seconds: String(before) },
      after: { seconds: String(slowModeSeconds), room: roomIdOf(room) },
      concerned: 'no_one',
      reason,
      ip: admin.ip,
    });
  });
  return readRoomSettings(context, admin, roomId);
}
