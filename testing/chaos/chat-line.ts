import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

/** A connection of the chat that comes back by itself, as the browser's does, only sooner. */
export function openLine(url: string, cookie: string): Socket {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    timeout: 5000,
  });
  // After a refusal, and after the server's own end of it, socket.io does not try again.
  const again = () => {
    if (!socket.active) setTimeout(() => socket.connect(), 200).unref();
  };
  socket.on('connect_error', again);
  socket.on('disconnect', (reason) => {
    if (reason !== 'io client disconnect') again();
  });
  return socket;
}

const answerWithinMs = 5000;

/** Asks for JSON until there is an answer; a refusal is one. */
export async function askHttp(
  url: string,
  cookie: string,
  { method = 'GET', isOver = () => false }: { method?: string; isOver?: () => boolean } = {},
): Promise<{ status: number; body: unknown } | undefined> {
  while (!isOver()) {
    try {
      const signal = AbortSignal.timeout(answerWithinMs);
      const response = await fetch(url, { method, headers: { cookie }, signal });
      const body: unknown = await response.json();
      if (response.status < 500) return { status: response.status, body };
    } catch {
      // Nobody there, or it was cut off.
    }
    await sleep(100);
  }
  return undefined;
}
