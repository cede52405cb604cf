import type { Socket } from 'socket.io-client';
import { type AppError, appError, type ErrorCode, errorTable } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type {
  ClientToServerEvents,
  ServerToClientEvents,
  SocketFault,
  SocketRefusal,
} from '#contract/socket-events.ts';
import { toast } from '#web/ui/toast.tsx';
import { ageVerifiedListeners, hasAgeCookie } from './age-verification.ts';
import { logFailure } from './log.ts';
import { beforeSignOut } from './sign-out.ts';

/** `refused`: the server wants no more of this session; nothing tries again. */
export type ChatStatus = 'connecting' | 'connected' | 'refused';

const { socket: figures } = limits.chat;
const answerWithinMs = 15_000;
/** A refusal that will be the same next time. */
const final: readonly string[] = ['not_signed_in', 'suspended', 'forbidden'];

// Client only: only event handlers and effects write it.
let socket: Socket | undefined;
let isOpening = false;
let status: ChatStatus = 'connecting';
let refusal: string | undefined;
/** Whether the server hears at the handshake that the age gate was passed: what is for adults comes only then. */
let isVerified = false;
/** Said once an outage: the next try is a second away. */
let saidSo = false;
const listeners = new Set<() => void>();
type Listener = (payload: never) => void;
const heard = new Map<string, Set<Listener>>();

function become(next: ChatStatus): void {
  if (next === status) return;
  status = next;
  for (const listener of listeners) listener();
}

export const chatStatus = () => status;
/** Why the server wants no more of this session. */
export const chatRefusal = () => refusal;

/** Tells of every change between connected and not. */
export function onChatStatus(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function lookAtAge(): void {
  isVerified = hasAgeCookie();
}

/** After a refusal or a farewell of the server, when the client of socket.io does not try again by itself. */
function tryLater(): void {
  const pause = figures.reconnectionDelayMaxMs * (1 + figures.randomizationFactor * (Math.random() - 0.5));
  setTimeout(() => {
    lookAtAge();
    socket?.connect();
  }, pause);
}

function onRefused(error: Error): void {
  const code = (error as { data?: { code?: string } }).data?.code;
  const isFinal = code !== undefined && final.includes(code);
  refusal = isFinal ? code : undefined;
  become(isFinal ? 'refused' : 'connecting');
  if (isFinal) return;
  if (!saidSo) {
    toast({
      title: 'Connection Error',
      description: 'Failed to connect to chat server. Please try refreshing the page.',
      variant: 'destructive',
    });
  }
  saidSo = true;
  if (!socket?.active) tryLater();
}

/** Nothing on the server and on pages without a chat knows the client of socket.io. */
async function connect(): Promise<void> {
  const { io } = await import('socket.io-client');
  lookAtAge();
  const made: Socket = io('/', {
    transports: [...figures.transports],
    // Where a proxy lets no WebSocket through.
    tryAllTransports: true,
    reconnectionDelay: figures.reconnectionDelayMs,
    reconnectionDelayMax: figures.reconnectionDelayMaxMs,
    randomizationFactor: figures.randomizationFactor,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    timeout: figures.timeoutMs,
  });
  socket = made;
  made.io.on('reconnect_attempt', lookAtAge);
  made.on('connect', () => {
    saidSo = false;
    become('connected');
  });
  made.on('disconnect', (reason) => {
    become('connecting');
    // The session is over, or the server goes down: asking again tells which.
    if (reason === 'io server disconnect') tryLater();
  });
  made.on('connect_error', onRefused);
  made.on('error', ({ message }: SocketFault) =>
    toast({ title: 'Chat Error', description: message, variant: 'destructive' }),
  );
  made.onAny((name: string, payload: unknown) => {
    for (const listener of heard.get(name) ?? []) listener(payload as never);
  });
  beforeSignOut.add(() => made.disconnect());
  ageVerifiedListeners.add(() => {
    if (isVerified) return;
    lookAtAge();
    made.disconnect().connect();
  });
}

/** One connection a tab, for as long as somebody is signed in; opened by whoever needs it first. */
export function openChatSocket(): void {
  if (isOpening) return;
  isOpening = true;
  connect().catch((error: unknown) => {
    isOpening = false;
    logFailure('the chat could not be loaded', error);
  });
}

/** Calls back with what the server tells; returns how to stop. */
export function onChat<Name extends keyof ServerToClientEvents>(
  name: Name,
  listener: (payload: Parameters<ServerToClientEvents[Name]>[0]) => void,
): () => void {
  const all = heard.get(name) ?? new Set<Listener>();
  heard.set(name, all.add(listener));
  return () => void all.delete(listener);
}

/** There was no connection, or it broke before the acknowledgement. Sending the same event again is safe. */
export class NotConnectedError extends Error {
  constructor() {
    super('Socket not connected');
  }
}

function faultOf({ code, message }: SocketFault): AppError {
  return appError(code in errorTable ? code : ('internal' satisfies ErrorCode), { message });
}

/** Emits an event and waits for its acknowledgement; throws the server's refusal, or `NotConnectedError`. */
export function emitWithAck<Answer>(event: keyof ClientToServerEvents, payload: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (!socket?.connected) return reject(new NotConnectedError());
    socket.timeout(answerWithinMs).emit(event, payload, (failed: Error | null, answer: Answer | SocketRefusal) => {
      if (failed) return reject(new NotConnectedError());
      const { error } = Object(answer) as Partial<SocketRefusal>;
      if (error) reject(faultOf(error));
      else resolve(answer as Answer);
    });
  });
}

/** Emits an event without waiting for an acknowledgement, such as typing or leaving. */
export function emitToChat(event: keyof ClientToServerEvents, payload: unknown): void {
  emitWithAck(event, payload).catch((error: unknown) => {
    if (!(error instanceof NotConnectedError)) logFailure(`${event} was refused`, error);
  });
}
