import type { z } from 'zod';
import type { RoleName } from '#contract/roles.ts';
import type { AdultViewer } from '#server/platform/http/adult-gate.ts';
import type { Actor } from '#server/platform/http/request-context.ts';

/** The signed-in person of a socket on the main namespace. Whether they see adult content was decided when the socket connected. */
export interface SocketPerson extends AdultViewer {
  actor: Actor;
}

/** One socket, as event handlers see it. Room names are the server's own, never a client's input. */
export interface SocketHandle extends SocketPerson {
  join(room: string): Promise<void>;
  leave(room: string): void;
  /** The rooms it is in now, whether it joined them or was moved there. */
  readonly rooms: ReadonlySet<string>;
}

/** Limits one person to `burst` events in every `burst / perSecond` seconds. */
export interface Flow {
  readonly name: string;
  readonly burst: number;
  readonly perSecond: number;
}

/** An event that clients may send. The handler's result goes to the acknowledgement; an AppError goes to the client. */
export interface SocketEvent<Input = unknown> {
  readonly name: string;
  readonly schema: z.ZodType<Input>;
  /** Events of one flow share their limit. */
  readonly flow: Flow;
  readonly handle: (socket: SocketHandle, input: Input) => Promise<unknown>;
}

/** Returns the event unchanged. It lets the compiler check a handler against its schema. */
export function socketEvent<Input>(event: SocketEvent<Input>): SocketEvent {
  return event as SocketEvent;
}

export interface SocketModule {
  readonly events: readonly SocketEvent[];
  /** The rooms of a new socket, before its first event. */
  readonly roomsOf: (person: SocketPerson) => Promise<string[]>;
  /** Packets that a crashed node never sent: everything of a room after one number and before another. */
  readonly readMissed: (room: string, between: { after: number; before: number }) => Promise<Packet[]>;
}

/** A place in a room's history. The numbers of a room have no gaps; several packets may share one number. */
export interface Place {
  room: string;
  seq: number;
  /** A crashed node may have sent it already: nodes skip each event of this number that they have sent. */
  again?: boolean;
}

/** A message to the sockets that are in any room of `to` and in none of `except`. */
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

/** Rooms that all sockets of a person enter or leave. */
export interface Move {
  userId: string;
  enter?: string[];
  leave?: string[];
}

/** The room that holds all sockets of a person. */
export const personRoom = (userId: string): string => `user:${userId}`;
/** All people of a role, as it was at the handshake: send only what someone who just lost the role may still learn. */
export const roleRoom = (role: RoleName): string => `role:${role}`;
export const sessionRoom = (sessionId: string): string => `sid:${sessionId}`;
