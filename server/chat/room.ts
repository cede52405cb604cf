import { globalRoom } from '#contract/limits.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';

/** A room's row, with the columns that decide who may read it. */
export interface RoomRow {
  id: string;
  kind: 'global' | 'category' | 'pool' | 'direct';
  /** The category's name; null for other rooms. */
  categoryName: string | null;
  /** True if the category or pool is behind the age gate. */
  adult: boolean;
  /** This and the next three columns are null unless it is a pool's room. */
  poolId: string | null;
  ownerId: string | null;
  assignedCreatorId: string | null;
  status: PoolStatus | null;
  /** The two people of a direct conversation; null otherwise. */
  firstId: string | null;
  secondId: string | null;
  slowSeconds: number;
  lastSeq: number;
}

export const isConversation = ({ kind }: Pick<RoomRow, 'kind'>): boolean => kind === 'pool' || kind === 'direct';

export const conversationIdOf = (room: Pick<RoomRow, 'id' | 'kind'>): string | null =>
  isConversation(room) ? room.id : null;

/** The id of a room on sockets. */
export function roomIdOf({ id, kind, categoryName }: Pick<RoomRow, 'id' | 'kind' | 'categoryName'>): string {
  if (kind === 'global') return globalRoom;
  return categoryName ?? id;
}

export const isMember = ({ firstId, secondId }: Pick<RoomRow, 'firstId' | 'secondId'>, userId: string): boolean =>
  userId === firstId || userId === secondId;

/** Returns the id of the other person in a direct conversation. */
export function otherOf({ firstId, secondId }: Pick<RoomRow, 'firstId' | 'secondId'>, userId: string): string {
  const other = userId === firstId ? secondId : firstId;
  if (!other) throw new Error('the room is not a direct conversation');
  return other;
}

/** Names of socket.io rooms. */
export const socketRoom = {
  /** Sockets that joined it as a room. */
  room: (roomId: string) => `room:${roomId}`,
  /** Sockets that joined it as a conversation. */
  conversation: (roomId: string) => `conv:${roomId}`,
  /** Sockets of people who have it in their list of conversations, joined or not. */
  listed: (roomId: string) => `listed:${roomId}`,
  /**
   * Sockets of people who blocked this person, and of people that this person blocked: they get none of the person's packets. Two rooms, so
   * that each block changes only its own: two people who unblock each other at once do not undo what the other did.
   */
  blockersOf: (userId: string) => `blockers:${userId}`,
  blockedBy: (userId: string) => `blocked-by:${userId}`,
  /** Sockets that have not passed the age gate. */
  unverified: 'unverified',
  admins: 'admins',
};

/** Returns true for rooms that the client asked to join. */
export const isJoined = (name: string): boolean =>
  name.startsWith(socketRoom.room('')) || name.startsWith(socketRoom.conversation(''));
