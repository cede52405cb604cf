import type { Namespace, Socket } from 'socket.io';
import type { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { type Language, t } from '#contract/language/text.ts';
import { limits as figures } from '#contract/limits.ts';
import { ageCookie, seesAdult } from '#server/platform/http/adult-gate.ts';
import { cookieName } from '#server/platform/http/cookies.ts';
import { toAppError, translationOf } from '#server/platform/http/errors.ts';
import { parseValue } from '#server/platform/http/parse-value.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Limiter } from '#server/platform/limits/rate-limit.ts';
import type { Handshake, Handshakes } from './handshakes.ts';
import { personRoom, sessionRoom } from './packets.ts';
import type { Flow, SocketHandle, SocketModule } from './socket-module.ts';
import {
  cookiesOf,
  endIfStaleAlready,
  type LiveServerOptions,
  readSession,
  type SessionData,
} from './socket-server.ts';

interface EventOptions extends LiveServerOptions {
  handshakes: Handshakes;
}

interface EventData extends SessionData, Handshake {
  actor: Actor;
  seesAdult: boolean;
  /** The language that the person reads, besides English. */
  language: Language | undefined;
  /** Events that are being handled. */
  running: Set<Promise<unknown>>;
  /** The socket ignored its limits: the server reads nothing more from it. */
  isCutOff: boolean;
  checkedAt: number;
  checking: Promise<void> | undefined;
}

type Ack = (answer: unknown) => void;

const checkedForMs = 5000;
/** A socket that is refused more often than this is disconnected. Clients that wait as told never reach it. */
export const refusalFlow: Flow = { name: 'refusals', burst: 100, perSecond: 10 };
/** A connection may sign in again after a refusal. Each attempt reads the session. */
const maxSignIns = 5;
const unknownFlow: Flow = { name: 'unknown', burst: 20, perSecond: 5 };

const limitOf = ({ burst, perSecond }: Flow) => ({ points: burst, perMs: Math.ceil(burst / perSecond) * 1000 });

/**
 * Serves the modules' events on the main namespace to people who are signed in. Each event is limited, validated and authorized. A
 * refusal goes to the client as the event `error` and to the acknowledgement.
 */
export function serveEvents(main: Namespace, modules: readonly SocketModule[], options: EventOptions): void {
  const events = new Map(modules.flatMap((module) => module.events).map((event) => [event.name, event]));
  const { limits, tracing } = options;
  const limiterOf = (flow: Flow): Limiter => limits.limiter(`socket events: ${flow.name}`, limitOf(flow));
  const refusals = limits.localLimiter('refused socket events per socket', limitOf(refusalFlow));
  const signIns = new WeakMap<Socket['conn'], number>();
  main.use((socket, next) => {
    const attempts = (signIns.get(socket.conn) ?? 0) + 1;
    signIns.set(socket.conn, attempts);
    if (attempts > maxSignIns) {
      socket.conn.close();
      return;
    }
    signIn(socket, modules, options).then(
      () => next(),
      (error: unknown) => next(handshakeError(error, options)),
    );
  });
  main.on('connection', (socket) => {
    if ((socket.data as EventData).isOutdated) {
      // The client reconnects at once.
      socket.conn.close();
      return;
    }
    void endIfStaleAlready(socket, options);
    const handle = handleOf(socket);
    // The protocol also allows a number as the event's name.
    socket.onAny((given: unknown, ...args: unknown[]) => {
      const name = String(given);
      const last = args.at(-1);
      const ack = typeof last === 'function' ? (last as Ack) : undefined;
      const input = ack && args.length === 1 ? undefined : args[0];
      const { running, isCutOff } = socket.data as EventData;
      if (isCutOff) return;
      const span = { name: `socket ${events.has(name) ? name : 'unknown'}`, kind: 'server' as const };
      const answered = tracing
        .inSpan(span, () => receive(name, input))
        .then((answer) => ack?.(answer ?? { ok: true }))
        .catch((error: unknown) => refuse(socket, { name, input, ack, error }, options))
        .finally(() => running.delete(answered));
      running.add(answered);
    });

    async function receive(name: string, input: unknown): Promise<unknown> {
      const event = events.get(name);
      const flow = event?.flow ?? unknownFlow;
      const data = socket.data as EventData;
      await limiterOf(flow)
        .consume(data.actor.userId)
        .catch(async (refusal: unknown) => {
          await refusals.consume(socket.id).catch(() => cutOff(socket));
          throw refusal;
        });
      if (!event) throw appError('validation_failed', { message: () => 'There is no such event.' });
      const parsed = parseValue(event.schema, input);
      await assertStillHere(socket, options);
      return event.handle(handle, parsed);
    }
  });
}

function handleOf(socket: Socket): SocketHandle {
  const data = socket.data as EventData;
  return {
    get actor() {
      return data.actor;
    },
    seesAdult: data.seesAdult,
    join: async (room) => socket.join(room),
    leave: (room) => void socket.leave(room),
    get rooms() {
      return socket.rooms;
    },
  };
}

async function signIn(socket: Socket, modules: readonly SocketModule[], options: EventOptions): Promise<void> {
  const { config, handshakes, languages } = options;
  const { actor, token } = await readSession(socket, options);
  if (!actor) throw appError('not_signed_in');
  if (actor.suspended) throw appError('suspended');
  const open = socket.nsp.adapter.rooms.get(personRoom(actor.userId))?.size ?? 0;
  if (config.rateLimitFactor > 0 && open >= figures.sockets.perPerson * config.rateLimitFactor) {
    throw appError('rate_limited', { message: () => t`You have too many windows of this open.` });
  }
  const data: EventData = {
    actor,
    token,
    seesAdult: seesAdult(config, cookiesOf(socket)[cookieName(ageCookie, config.secure)]),
    language: languages.of(socket.handshake.auth.language),
    running: new Set(),
    isCutOff: false,
    isOutdated: false,
    checkedAt: performance.now(),
    checking: undefined,
  };
  socket.data = data;
  handshakes.begin(data);
  try {
    const rooms = await readRooms(data, modules);
    await socket.join([personRoom(actor.userId), sessionRoom(actor.sessionId), ...rooms]);
  } finally {
    // By then, socket.io has connected the socket or refused it.
    setImmediate(() => handshakes.end(data));
  }
}

/**
 * Reads the rooms of a new socket, and again if a broadcast may have changed them during the read. After the last try they may be
 * outdated, which closes the connection.
 */
async function readRooms(data: EventData, modules: readonly SocketModule[], tries = 3): Promise<string[]> {
  data.isOutdated = false;
  const rooms = await Promise.all(modules.map((module) => module.roomsOf(data)));
  if (data.isOutdated && tries > 1) return readRooms(data, modules, tries - 1);
  return rooms.flat();
}

/** Reads the session again after `checkedForMs`. Throws not_signed_in or suspended, which also disconnect the socket. */
async function assertStillHere(socket: Socket, { sessions }: LiveServerOptions): Promise<void> {
  const data = socket.data as EventData;
  if (performance.now() - data.checkedAt < checkedForMs) return;
  data.checking ??= sessions
    .readSession(data.token ?? '')
    .then((actor) => {
      if (!actor) throw appError('not_signed_in');
      if (actor.suspended) throw appError('suspended');
      data.actor = actor;
      data.checkedAt = performance.now();
    })
    .finally(() => {
      data.checking = undefined;
    });
  return data.checking;
}

function handshakeError(error: unknown, { log }: LiveServerOptions): Error {
  const refusal = toAppError(error);
  if (refusal.code === 'internal') log.error({ err: error }, 'could not sign in a socket');
  return Object.assign(new Error(refusal.message), { data: { code: refusal.code } });
}

interface Refused {
  name: string;
  input: unknown;
  ack: Ack | undefined;
  error: unknown;
}

function refuse(socket: Socket, { name, input, ack, error }: Refused, { log }: LiveServerOptions): void {
  const refusal = toAppError(error);
  if (refusal.code === 'internal') log.error({ err: error, event: name }, 'socket event failed');
  const fault = { ...faultOf(refusal), ...translationOf(refusal, (socket.data as EventData).language) };
  socket.emit('error', { ...fault, event: name.slice(0, 100), ...nonceOf(input) });
  ack?.({ error: fault });
  if (refusal.code === 'suspended' || refusal.code === 'not_signed_in') socket.disconnect(true);
}

/** The nonce exactly as the client sent it. */
function nonceOf(input: unknown): { nonce?: string | number } {
  const nonce = typeof input === 'object' && input !== null && 'nonce' in input ? input.nonce : undefined;
  if (typeof nonce === 'number') return { nonce };
  return typeof nonce === 'string' ? { nonce: nonce.slice(0, figures.sockets.nonceMax) } : {};
}

/** Disconnects a socket once everything it has sent so far is answered, so that stored messages are still acknowledged. */
function cutOff(socket: Socket): void {
  const data = socket.data as EventData;
  if (data.isCutOff) return;
  data.isCutOff = true;
  // From the next turn of the event loop on, `running` includes the refusal that led here.
  setImmediate(() => void Promise.allSettled(data.running).then(() => socket.disconnect(true)));
}

function faultOf({ code, message, details }: AppError) {
  const { retryAfterS } = details;
  return { code, message, ...(retryAfterS === undefined ? {} : { retryAfterMs: Math.ceil(retryAfterS * 1000) }) };
}
