import type { ErrorCode } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { assertNotAgeGated, isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor, RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { maySeePool } from '#server/pools/policy.ts';
import { isMember, type RoomRow } from './room.ts';

/** The person who reads or writes (null for a visitor). */
export type ChatViewer = Pick<RequestContext, 'actor' | 'seesAdult'>;

/** A signed-in viewer. */
export interface ChatMember extends ChatViewer {
  actor: Actor;
}

/** A member who may act on others, with the IP address for the audit trail. */
export interface ChatModerator extends ChatMember {
  ip: string;
}

type Context = Pick<Platform, 'config'>;

/**
 * Anyone may read Global, the rooms of categories and the rooms of pools that they may see; adult rooms only after the age gate. Only
 * the two participants may read a direct conversation; admins may not.
 *
 * The rules for posting (mutes, slow mode, blocks) are in the SQL function store_messages (store-messages.sql).
 */
function refusalToRead({ config }: Context, { actor }: ChatViewer, room: RoomRow): ErrorCode | undefined {
  if (room.kind === 'direct') {
    if (!actor) return 'not_signed_in';
    return isMember(room, actor.userId) ? undefined : 'not_in_conversation';
  }
  const { ownerId, assignedCreatorId, status } = room;
  if (ownerId && status && !maySeePool(actor, { ownerId, assignedCreatorId, status })) return 'not_found';
  // The category of an adult room does not exist on a site without adult content.
  return room.adult && room.kind === 'category' && !config.adultContent ? 'not_found' : undefined;
}

export const mayRead = (context: Context, viewer: ChatViewer, room: RoomRow): boolean =>
  refusalToRead(context, viewer, room) === undefined && !isAgeGated(viewer, room);

/** Throws not_found, not_signed_in, not_in_conversation, age_gate. */
export function assertMayRead(context: Context, viewer: ChatViewer, room: RoomRow): void {
  const refusal = refusalToRead(context, viewer, room);
  if (refusal) throw appError(refusal);
  assertNotAgeGated(context.config, viewer, room);
}

/** Allows the sender, and outside direct conversations an admin with a reason. Throws own_message_only, validation_failed. */
export function assertMayDelete(
  actor: Actor,
  room: Pick<RoomRow, 'kind'>,
  { senderId, reason }: { senderId: string | null; reason: string | undefined },
): void {
  if (senderId === actor.userId) return;
  if (actor.role !== 'admin' || room.kind === 'direct') throw appError('own_message_only');
  if (!reason) {
    const message = () => t`Give a reason for deleting someone else’s message.`;
    throw appError('validation_failed', { message, fields: { reason: message } });
  }
}
