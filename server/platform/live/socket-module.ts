import type { z } from 'zod';
import type { AdultViewer } from '#server/platform/http/adult-gate.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Packet } from './packets.ts';

/** A module's part of the sockets of signed-in people (the main namespace). `Module.sockets` registers it. */
export interface SocketModule {
  /** The events that clients may send. */
  readonly events: readonly SocketEvent[];
  /** The rooms of a new socket, before its first event. */
  readonly roomsOf: (person: SocketPerson) => Promise<string[]>;
  /** Packets that a crashed node never sent: everything of a room after one number and before another. */
  readonly readMissed: (room: string, between: { after: number; before: number }) => Promise<Packet[]>;
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

/** Limits one person to `burst` events in every `burst / perSecond` seconds. */
export interface Flow {
  readonly name: string;
  readonly burst: number;
  readonly perSecond: number;
}

/** One socket, as event handlers see it. Room names are the server's own, never a client's input. */
export interface SocketHandle extends SocketPerson {
  join(room: string): Promise<void>;
  leave(room: string): void;
  /** The rooms that the socket is in now: those that it joined, and those into which `Live.move` moved it. */
  readonly rooms: ReadonlySet<string>;
}

/** The signed-in person of a socket. Whether they see adult content was decided when the socket connected. */
export interface SocketPerson extends AdultViewer {
  actor: Actor;
}
