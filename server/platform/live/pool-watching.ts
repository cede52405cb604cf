import type { Namespace, Socket } from 'socket.io';
import { z } from 'zod';
import { endIfStaleAlready, type LiveServerOptions, readSession, type SessionData } from './socket-server.ts';
import { personRoom, sessionRoom } from './sockets.ts';

interface WatchData extends SessionData {
  watched: Set<string>;
  /** Tries left in this ten seconds; watching is cheap, floods of it are not. */
  tries: number;
}

const maxWatched = 50;
const triesPer10s = 60;
const watchInput = z.strictObject({ poolId: z.uuid() });

/** Live figures of pools, and one's own count of notices; visitors may watch too. Answers how to end it. */
export function serveWatching(live: Namespace, options: LiveServerOptions): () => void {
  live.use((socket, next) => {
    signIn(socket, options).then(
      () => next(),
      (error: unknown) => {
        options.log.warn({ err: error }, 'a socket could not sign in');
        next(new Error('unavailable'));
      },
    );
  });
  live.on('connection', (socket) => {
    void endIfStaleAlready(socket, options);
    serve(socket);
  });
  const refill = setInterval(() => {
    for (const socket of live.sockets.values()) (socket.data as WatchData).tries = triesPer10s;
  }, 10_000).unref();
  return () => clearInterval(refill);
}

async function signIn(socket: Socket, options: LiveServerOptions): Promise<void> {
  const session = await readSession(socket, options);
  const data: WatchData = { ...session, watched: new Set(), tries: triesPer10s };
  socket.data = data;
  const { actor } = session;
  if (actor) await socket.join([personRoom(actor.userId), sessionRoom(actor.sessionId)]);
}

function serve(socket: Socket): void {
  const data = socket.data as WatchData;
  function accept(input: unknown): string | undefined {
    data.tries -= 1;
    if (data.tries < -20) socket.disconnect(true);
    if (data.tries < 0) {
      socket.emit('error', { message: 'Too many requests. Wait a little.' });
      return undefined;
    }
    const parsed = watchInput.safeParse(input);
    if (!parsed.success) socket.emit('error', { message: 'This was not understood.' });
    return parsed.data?.poolId;
  }
  socket.on('watch', (input) => {
    const poolId = accept(input);
    if (poolId === undefined) return;
    if (data.watched.size >= maxWatched) {
      socket.emit('error', { message: `At most ${maxWatched} pools can be watched at once.` });
      return;
    }
    data.watched.add(poolId);
    void socket.join(`pool:${poolId}`);
  });
  socket.on('unwatch', (input) => {
    const poolId = accept(input);
    if (poolId === undefined) return;
    data.watched.delete(poolId);
    void socket.leave(`pool:${poolId}`);
  });
}
