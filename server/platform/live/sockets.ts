import type { z } from 'zod';
import type { Actor } from '#server/platform/http/request-context.ts';

/** Who is behind a socket of the main namespace: always somebody who is signed in. */
export interface SocketPerson {
  actor: Actor;
  /** Had passed the age gate when they connected. */
  ageVerified: boolean;
}

/** One socket, as the handlers of events see it. Rooms are the server's own names, never what a client sent. */
export interface SocketHandle extends SocketPerson {
  join(room: string): Promise<void>;
  leave(room: string): void;
  /** What it is in now, whether it joined by itself or was moved. */
  readonly rooms: ReadonlySet<string>;
}

/** What a client may send. The handler's answer goes to the acknowledgement; an AppError that it throws is told to the client. */
export interface SocketEvent<Input = unknown> {
  readonly name: string;
  readonly schema: z.ZodType<Input>;
  /** Events of the same flow share their tries: a person has `burst` of them, and so many more a second. */
  readonly flow: { readonly name: string; readonly burst: number; readonly perSecond: number };
  readonly handle: (socket: SocketHandle, input: Input) => Promise<unknown>;
}

/** Changes nothing: it only lets the compiler see that a handler takes what its schema gives. */
export function socketEvent<Input>(event: SocketEvent<Input>): SocketEvent {
  return event as SocketEvent;
}

export interface SocketModule {
  readonly events: readonly SocketEvent[];
  /** The rooms that a new socket is in before its first event. */
  readonly roomsOf: (person: SocketPerson) => Promise<string[]>;
  /** What a node that is gone did not tell: everything of a room after one number and before another. */
  readonly readMissed: (room: string, between: { after: number; before: number }) => Promise<Packet[]>;
}

/** What happens in one room is numbered without gaps; packets of one number stay together. */
export interface Place {
  room: string;
  seq: number;
  /** It may have been told before, by a node that is gone: each event of this number is told only where it has not been. */
  again?: boolean;
}

/** What sockets are told: those in any of the rooms of `to` and in none of `except`. */
export interface Packet {
  to: string[];
  except?: string[];
  event: string;
  payload: unknown;
  /** May be dropped where a connection is slow. */
  volatile?: boolean;
  /** Told in this order, whichever node it comes from. */
  place?: Place;
}

/** A person's rooms change, on all their sockets. */
export interface Move {
  userId: string;
  enter?: string[];
  leave?: string[];
}

/** The room of all sockets of a person. */
export const personRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `sid:${sessionId}`;
