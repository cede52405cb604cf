import type { Socket } from 'socket.io-client';
import { AppError, isErrorCode } from '#contract/app-error.ts';
import type {
  ClientToServerEvents,
  ServerToClientEvents,
  SocketFault,
  SocketRefusal,
} from '#contract/chat/socket-events.ts';
import { currentLanguage, t, verbatim } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { toast } from '#web/ui/toast.tsx';
import { ageVerifiedListeners, hasAgeCookie } from './age-verification.ts';
import { inOwnLanguage } from './failures.ts';
import { logFailure } from './log.ts';
import { beforeSignOut } from './sign-out.ts';

/** `refused`: the server has rejected this session, and the client does not reconnect. */
export type ChatStatus = 'connecting' | 'connected' | 'refused';

const { socket: figures } = limits.chat;
const ackTimeoutMs = 15_000;
/** Error codes after which reconnecting is pointless. */
const finalCodes: readonly string[] = ['not_signed_in', 'suspended', 'forbidden'];

// Client only: only event handlers and effects write it.
let socket: Socket | undefined;
let isOpening = false;
let status: ChatStatus = 'connecting';
let refusal: string | undefined;
/** Whether the last handshake sent the age cookie. The server sends adult content only to such connections. */
let isVerified = false;
/** Whether a toast has reported this outage. The client retries every few seconds, but one toast is enough. */
let hasReportedOutage = false;
const listeners = new Set<() => void>();
type Listener = (payload: never) => void;
const eventListeners = new Map<string, Set<Listener>>();

function setStatus(next: ChatStatus): void {
  if (next === status) return;
  status = next;
  for (const listener of listeners) listener();
}

export const chatStatus = () => status;
/** The error code with which the server rejected this session; undefined unless the status is `refused`. */
export const chatRefusal = () => refusal;

/** Calls the listener on every change of status. Returns a stop function. */
export function onChatStatus(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readAgeCookie(): void {
  isVerified = hasAgeCookie();
}

/** Reconnects after the server has refused or closed the connection, which socket.io's client does not do on its own. */
function reconnectLater(): void {
  const pause = figures.reconnectionDelayMaxMs * (1 + figures.randomizationFactor * (Math.random() - 0.5));
  setTimeout(() => {
    readAgeCookie();
    socket?.connect();
  }, pause);
}

function onRefused(error: Error): void {
  const code = (error as { data?: { code?: string } }).data?.code;
  const isFinal = code !== undefined && finalCodes.includes(code);
  refusal = isFinal ? code : undefined;
  setStatus(isFinal ? 'refused' : 'connecting');
  if (isFinal) return;
  if (!hasReportedOutage) {
    toast({
      title: t`Connection Error`,
      description: t`Failed to connect to chat server. Please try refreshing the page.`,
      variant: 'destructive',
    });
  }
  hasReportedOutage = true;
  if (!socket?.active) reconnectLater();
}

/** For the texts of refusals, and read for each connection: the person may choose another language. */
function handshakeLanguage(): { language?: string } {
  const language = currentLanguage();
  return language ? { language: language.locale } : {};
}

/** Imports the socket.io client lazily, so that the server and pages without a chat do not load it. */
async function connect(): Promise<void> {
  const { io } = await import('socket.io-client');
  readAgeCookie();
  const made: Socket = io('/', {
    transports: [...figures.transports],
    // Some proxies block WebSockets.
    tryAllTransports: true,
    reconnectionDelay: figures.reconnectionDelayMs,
    reconnectionDelayMax: figures.reconnectionDelayMaxMs,
    randomizationFactor: figures.randomizationFactor,
    reconnectionAttempts: Number.POSITIVE_INFINITY,
    timeout: figures.timeoutMs,
    auth: (send) => send(handshakeLanguage()),
  });
  socket = made;
  made.io.on('reconnect_attempt', readAgeCookie);
  made.on('connect', () => {
    hasReportedOutage = false;
    setStatus('connected');
  });
  made.on('disconnect', (reason) => {
    setStatus('connecting');
    // Either the session has ended or the server is shutting down. The next handshake shows which.
    if (reason === 'io server disconnect') reconnectLater();
  });
  made.on('connect_error', onRefused);
  made.on('error', (fault: SocketFault) =>
    toast({ title: t`Chat Error`, description: verbatim(inOwnLanguage(fault).message), variant: 'destructive' }),
  );
  made.onAny((name: string, payload: unknown) => {
    for (const listener of eventListeners.get(name) ?? []) listener(payload as never);
  });
  beforeSignOut.add(() => made.disconnect());
  ageVerifiedListeners.add(() => {
    if (isVerified) return;
    readAgeCookie();
    made.disconnect().connect();
  });
}

/** Opens the tab's single chat connection, unless it is open already. It stays open until the person signs out. */
export function openChatSocket(): void {
  if (isOpening) return;
  isOpening = true;
  connect().catch((error: unknown) => {
    isOpening = false;
    logFailure('could not load the chat client', error);
  });
}

/** Connects again after the person has signed in again. */
export function reopenChatSocket(): void {
  if (!socket || status !== 'refused') return;
  refusal = undefined;
  setStatus('connecting');
  readAgeCookie();
  socket.connect();
}

/** Calls the listener for each server event of this name. Returns a stop function. */
export function onChat<Name extends keyof ServerToClientEvents>(
  name: Name,
  listener: (payload: Parameters<ServerToClientEvents[Name]>[0]) => void,
): () => void {
  const all = eventListeners.get(name) ?? new Set<Listener>();
  eventListeners.set(name, all.add(listener));
  return () => void all.delete(listener);
}

/** The event was not acknowledged: there was no connection, or no answer in time. Sending the same event again is safe. */
export class NotConnectedError extends Error {
  constructor() {
    super('Socket not connected');
  }
}

function faultOf(fault: SocketFault): AppError {
  return new AppError(isErrorCode(fault.code) ? fault.code : 'internal', { message: inOwnLanguage(fault).message });
}

/** Emits an event and waits for its acknowledgement; throws the server's refusal, or `NotConnectedError`. */
export function emitWithAck<Answer>(event: keyof ClientToServerEvents, payload: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    if (!socket?.connected) return reject(new NotConnectedError());
    socket.timeout(ackTimeoutMs).emit(event, payload, (failed: Error | null, answer: Answer | SocketRefusal) => {
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
