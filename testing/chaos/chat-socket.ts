import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

/** Opens a chat connection that reconnects automatically, as the browser's does, only sooner. */
export function openChatSocket(url: string, cookie: string): Socket {
  const socket = io(url, {
    transports: ['websocket'],
    extraHeaders: { cookie },
    forceNew: true,
    reconnectionDelay: 100,
    reconnectionDelayMax: 500,
    timeout: 5000,
  });
  // socket.io does not reconnect after a refusal or after the server has closed the connection.
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

/** Repeats a JSON request until the server answers with a status below 500. Undefined if `isOver` becomes true first. */
export async function requestUntilAnswered(
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
      // The server is down, or the connection was cut.
    }
    await sleep(100);
  }
  return undefined;
}
