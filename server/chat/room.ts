import { globalRoom } from '#contract/limits.ts';
import type { PoolStatus } from '#contract/pools.ts';

/** A room as its row holds it, with what decides who may read it. */
export interface RoomRow {
  id: string;
  kind: 'global' | 'category' | 'pool' | 'direct';
  /** Of the room of a category. */
  categoryName: string | null;
  /** Of a category's or pool's room: behind the age gate. */
  adult: boolean;
  /** Of a pool's room. */
  poolId: string | null;
  ownerId: string | null;
  assignedCreatorId: string | null;
  status: PoolStatus | null;
  /** Of a direct one. */
  firstId: string | null;
  secondId: string | null;
  slowSeconds: number;
  lastSeq: number;
}

export const isConversation = ({ kind }: Pick<RoomRow, 'kind'>): boolean => kind === 'pool' || kind === 'direct';

export const conversationIdOf = (room: Pick<RoomRow, 'id' | 'kind'>): string | null =>
  isConversation(room) ? room.id : null;

/** The name that a room goes by on sockets. */
export function roomIdOf({ id, kind, categoryName }: Pick<RoomRow, 'id' | 'kind' | 'categoryName'>): string {
  if (kind === 'global') return globalRoom;
  return categoryName ?? id;
}

export const isMember = ({ firstId, secondId }: Pick<RoomRow, 'firstId' | 'secondId'>, userId: string): boolean =>
  userId === firstId || userId === secondId;

/** The other person of a direct conversation. */
export function otherOf({ firstId, secondId }: Pick<RoomRow, 'firstId' | 'secondId'>, userId: string): string {
  const other = userId === firstId ? secondId : firstId;
  if (!other) throw new Error('this conversation is not between two people');
  return other;
}

/** Names of socket.io's rooms, by which sockets are told. */
export const socketRoom = {
  /** Sockets that joined it as a room. */
  room: (roomId: string) => `room:${roomId}`,
  /** Sockets that joined it as a conversation. */
  conversation: (roomId: string) => `conv:${roomId}`,
  /** Sockets of whoever has it in their list of conversations, joined or not. */
  listed: (roomId: string) => `listed:${roomId}`,
  /** Sockets that are to hear nothing of this person: they have blocked them. */
  apart: (userId: string) => `apart:${userId}`,
  /** Sockets that have not passed the age gate. */
  unverified: 'unverified',
  admins: 'admins',
};

/** Whether this is a room that a socket has joined by itself. */
export const isJoined = (name: string): boolean =>
  name.startsWith(socketRoom.room('')) || name.startsWith(socketRoom.conversation(''));
