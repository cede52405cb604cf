import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maySeePool } from '#server/pools/policy.ts';
import { isMember, type RoomRow } from './room.ts';

/** Who reads or writes, and whether they have passed the age gate. */
export interface ChatViewer {
  actor: Actor | null;
  ageVerified: boolean;
}

/**
 * Anyone reads the rooms of everyone, of categories and of pools that they may see, past the age gate where it is for adults; a direct
 * conversation is for its two people alone, admins included.
 */
export function assertMayRead({ config }: Pick<Platform, 'config'>, viewer: ChatViewer, room: RoomRow): void {
  if (room.kind === 'direct') {
    if (!viewer.actor) throw appError('not_signed_in');
    if (!isMember(room, viewer.actor.userId)) throw appError('not_in_conversation');
    return;
  }
  const { ownerId, assignedCreatorId, status } = room;
  if (ownerId && status && !maySeePool(viewer.actor, { ownerId, assignedCreatorId, status }))
    throw appError('not_found');
  if (!room.adult) return;
  if (!config.adultContent && room.kind === 'category') throw appError('not_found');
  if (!viewer.ageVerified) throw appError('age_gate');
}

/** The sender; an admin with a reason where everyone can read. */
export function assertMayDelete(
  actor: Actor,
  room: Pick<RoomRow, 'kind'>,
  { senderId, reason }: { senderId: string | null; reason: string | undefined },
): void {
  if (senderId === actor.userId) return;
  if (actor.role !== 'admin' || room.kind === 'direct') throw appError('own_message_only');
  if (!reason) {
    const message = 'Say why you delete what somebody else wrote.';
    throw appError('validation_failed', { message, fields: { reason: message } });
  }
}
