import { appError, type ErrorCode } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maySeePool } from '#server/pools/policy.ts';
import { isMember, type RoomRow } from './room.ts';

/** Who reads or writes, and whether they have passed the age gate. */
export interface ChatViewer {
  actor: Actor | null;
  ageVerified: boolean;
}

/** The same, where there is always somebody. */
export interface ChatMember extends ChatViewer {
  actor: Actor;
}

/** A member who acts on others, and from where: for the audit trail. */
export interface ChatModerator extends ChatMember {
  ip: string;
}

type Context = Pick<Platform, 'config'>;

/**
 * Anyone reads the rooms of everyone, of categories and of pools that they may see, past the age gate where it is for adults; a direct
 * conversation is for its two people alone: not even admins read it.
 */
function refusalToRead({ config }: Context, { actor, ageVerified }: ChatViewer, room: RoomRow): ErrorCode | undefined {
  if (room.kind === 'direct') {
    if (!actor) return 'not_signed_in';
    return isMember(room, actor.userId) ? undefined : 'not_in_conversation';
  }
  const { ownerId, assignedCreatorId, status } = room;
  if (ownerId && status && !maySeePool(actor, { ownerId, assignedCreatorId, status })) return 'not_found';
  if (!room.adult) return undefined;
  if (!config.adultContent && room.kind === 'category') return 'not_found';
  return ageVerified ? undefined : 'age_gate';
}

export const mayRead = (context: Context, viewer: ChatViewer, room: RoomRow): boolean =>
  refusalToRead(context, viewer, room) === undefined;

/** Throws not_found, not_signed_in, not_in_conversation, age_gate. */
export function assertMayRead(context: Context, viewer: ChatViewer, room: RoomRow): void {
  const refusal = refusalToRead(context, viewer, room);
  if (refusal) throw appError(refusal);
}

/** The sender may; so may an admin with a reason, where everyone can read. Throws own_message_only, validation_failed. */
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
