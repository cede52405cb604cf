import type { Namespace, Socket } from 'socket.io';
import { type AppError, appError } from '#contract/errors.ts';
import { limits as figures } from '#contract/limits.ts';
import { cookieName } from '#server/platform/http/cookies.ts';
import { toAppError, validationError } from '#server/platform/http/errors.ts';
import { type Actor, ageCookie, confirmsAge } from '#server/platform/http/request-context.ts';
import { holdsNul } from '#server/platform/http/routes.ts';
import { plainWords } from '#server/platform/http/validation-messages.ts';
import { createTokenBuckets } from '#server/platform/limits/token-buckets.ts';
import {
  cookiesOf,
  endIfStaleAlready,
  type LiveServerOptions,
  readSession,
  type SessionData,
} from './socket-server.ts';
import { personRoom, type SocketEvent, type SocketHandle, type SocketModule, sessionRoom } from './sockets.ts';
import { createTooLarge } from './too-large-messages.ts';

interface EventData extends SessionData {
  actor: Actor;
  ageVerified: boolean;
  /** Events that are being answered. */
  running: Set<Promise<unknown>>;
  /** Cut off for haste: nothing more is taken. */
  isCutOff: boolean;
  checkedAt: number;
  checking: Promise<void> | undefined;
}

type Ack = (answer: unknown) => void;

const checkedForMs = 5000;
/** How often a socket may be refused for haste before it is cut off: whoever waits as they are told never gets there. */
export const haste = { burst: 100, perSecond: 10 };
/** On one connection, which may try again after a refusal: every try costs a look at the session. */
const signInsAtMost = 5;
const unknownFlow = { name: 'unknown', burst: 20, perSecond: 5 };

/**
 * The events of the modules on the main namespace, for people who are signed in. Each is limited, validated and authorized; what is
 * refused is told by the event `error` and to the acknowledgement.
 */
export function serveEvents(main: Namespace, modules: readonly SocketModule[], options: LiveServerOptions): void {
  const events = new Map(modules.flatMap((module) => module.events).map((event) => [event.name, event]));
  const buckets = createTokenBuckets(options.config.rateLimitFactor);
  const signIns = new WeakMap<Socket['conn'], number>();
  const watchSize = createTooLarge();
  main.use((socket, next) => {
    const tries = (signIns.get(socket.conn) ?? 0) + 1;
    signIns.set(socket.conn, tries);
    if (tries > signInsAtMost) {
      socket.conn.close();
      return;
    }
    signIn(socket, modules, options).then(
      () => next(),
      (error: unknown) => next(handshakeError(error, options)),
    );
  });
  main.on('connection', (socket) => {
    void endIfStaleAlready(socket, options);
    const handle = handleOf(socket);
    if (watchSize(socket, handle.actor.userId)) socket.emit('error', { ...faultOf(tooLarge), event: 'unknown' });
    // The protocol lets an event be a number, too.
    socket.onAny((given: unknown, ...args: unknown[]) => {
      const name = String(given);
      const last = args.at(-1);
      const ack = typeof last === 'function' ? (last as Ack) : undefined;
      const input = ack && args.length === 1 ? undefined : args[0];
      const { running, isCutOff } = socket.data as EventData;
      if (isCutOff) return;
      const answered = receive(name, input)
        .then((answer) => ack?.(answer ?? { ok: true }))
        .catch((error: unknown) => refuse(socket, { name, input, ack, error }, options))
        .finally(() => running.delete(answered));
      running.add(answered);
    });

    async function receive(name: string, input: unknown): Promise<unknown> {
      const event = events.get(name);
      const flow = event?.flow ?? unknownFlow;
      const data = socket.data as EventData;
      const waitMs = buckets.take(`${flow.name} ${data.actor.userId}`, flow);
      if (waitMs > 0) {
        if (buckets.take(`haste ${socket.id}`, haste) > 0) cutOff(socket);
        throw appError('rate_limited', { retryAfterS: waitMs / 1000 });
      }
      if (!event) throw appError('validation_failed', { message: 'There is no such event.' });
      const parsed = parse(event, input);
      await assertStillHere(socket, options);
      return event.handle(handle, parsed);
    }
  });
}

const tooLarge = appError('validation_failed', {
  message: `What you sent is too large: the connection was ended. Messages are ${figures.chat.messageMax.toLocaleString('en-US')} characters or less.`,
});

function parse(event: SocketEvent, input: unknown): unknown {
  const result = event.schema.safeParse(input, { error: plainWords });
  if (!result.success) throw validationError(result.error);
  if (holdsNul(result.data)) {
    throw appError('validation_failed', { message: 'One character in this cannot be stored.' });
  }
  return result.data;
}

function handleOf(socket: Socket): SocketHandle {
  const data = socket.data as EventData;
  return {
    get actor() {
      return data.actor;
    },
    ageVerified: data.ageVerified,
    join: async (room) => socket.join(room),
    leave: (room) => void socket.leave(room),
    get rooms() {
      return socket.rooms;
    },
  };
}

async function signIn(socket: Socket, modules: readonly SocketModule[], options: LiveServerOptions): Promise<void> {
  const { config } = options;
  const { actor, token } = await readSession(socket, options);
  if (!actor) throw appError('not_signed_in');
  if (actor.suspended) throw appError('suspended');
  const open = socket.nsp.adapter.rooms.get(personRoom(actor.userId))?.size ?? 0;
  if (config.rateLimitFactor > 0 && open >= figures.chat.socketsPerPerson * config.rateLimitFactor) {
    throw appError('rate_limited', { message: 'You have too many windows of this open.' });
  }
  const ageVerified = confirmsAge(cookiesOf(socket)[cookieName(ageCookie, config.secure)]);
  const data: EventData = {
    actor,
    token,
    ageVerified,
    running: new Set(),
    isCutOff: false,
    checkedAt: performance.now(),
    checking: undefined,
  };
  socket.data = data;
  const rooms = await Promise.all(modules.map((module) => module.roomsOf({ actor, ageVerified })));
  await socket.join([personRoom(actor.userId), sessionRoom(actor.sessionId), ...rooms.flat()]);
}

/** Reads the session again where that was a while ago. Throws not_signed_in, suspended: then the socket is told, and ends. */
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
  const known = toAppError(error);
  if (known.code === 'internal') log.error({ err: error }, 'a socket could not sign in');
  return Object.assign(new Error(known.message), { data: { code: known.code } });
}

interface Refused {
  name: string;
  input: unknown;
  ack: Ack | undefined;
  error: unknown;
}

function refuse(socket: Socket, { name, input, ack, error }: Refused, { log }: LiveServerOptions): void {
  const known = toAppError(error);
  if (known.code === 'internal') log.error({ err: error, event: name }, 'an event failed');
  const fault = faultOf(known);
  socket.emit('error', { ...fault, event: name.slice(0, 100), ...nonceOf(input) });
  ack?.({ error: fault });
  if (known.code === 'suspended' || known.code === 'not_signed_in') socket.disconnect(true);
}

/** As it was given. */
function nonceOf(input: unknown): { nonce?: string | number } {
  const nonce = typeof input === 'object' && input !== null && 'nonce' in input ? input.nonce : undefined;
  if (typeof nonce === 'number') return { nonce };
  return typeof nonce === 'string' ? { nonce: nonce.slice(0, figures.chat.nonceMax) } : {};
}

/** Ends a socket once everything it has sent so far is answered: what was stored is still acknowledged. */
function cutOff(socket: Socket): void {
  const data = socket.data as EventData;
  if (data.isCutOff) return;
  data.isCutOff = true;
  // From the next turn on `running` includes the refusal that led here.
  setImmediate(() => void Promise.allSettled(data.running).then(() => socket.disconnect(true)));
}

function faultOf({ code, message, details }: AppError) {
  const { retryAfterS } = details;
  return { code, message, ...(retryAfterS === undefined ? {} : { retryAfterMs: Math.ceil(retryAfterS * 1000) }) };
}
