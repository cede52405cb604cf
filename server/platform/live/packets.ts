import type { RoleName } from '#contract/endpoint.ts';

/** A message from the server to the sockets that are in any room of `to` and in none of `except`. */
export interface Packet {
  /** Omitted for the main namespace. */
  namespace?: '/live';
  to: string[];
  except?: string[];
  event: string;
  payload: unknown;
  /** May be dropped on a slow connection. */
  volatile?: boolean;
  /** Sent in the order of these numbers, whichever node it comes from. Main namespace only. */
  place?: Place;
}

/** A place in a room's history. The numbers of a room have no gaps; several packets may share one number. */
export interface Place {
  room: string;
  seq: number;
  /** A crashed node may have sent it already: nodes skip each event of this number that they have sent. */
  again?: boolean;
}

/** Rooms that all sockets of a person enter or leave. */
export interface Move {
  userId: string;
  enter?: string[];
  leave?: string[];
}

/** The room that holds all sockets of a person. */
export const personRoom = (userId: string): string => `user:${userId}`;
/** The sockets of all people of a role on `/live`, by the role at the handshake: send only what someone who just lost it may still learn. */
export const roleRoom = (role: RoleName): string => `role:${role}`;
/** The room that holds the sockets of one session, which sign-out disconnects. */
export const sessionRoom = (sessionId: string): string => `sid:${sessionId}`;
