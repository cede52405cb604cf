import type { Namespace, Socket } from 'socket.io';
import { z } from 'zod';
import { limits } from '#contract/limits.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { personRoom, roleRoom, sessionRoom } from './packets.ts';
import { endIfStaleAlready, type LiveServerOptions, readSession, type SessionData } from './socket-server.ts';
import { type AnyTopic, topicRoom } from './topics.ts';

interface WatchData extends SessionData {
  /** Rooms of topics. */
  watched: Set<string>;
}

const { watchedMax } = limits.sockets;
/** Enough for a person who quickly goes back and forth between a list of twenty topics and the pages of single ones. */
const attempts = { points: 120, perMs: 10_000 };
/** A socket that is refused more often than this is disconnected. */
const refusals = { points: 20, perMs: 10_000 };

interface Watched {
  room: string;
  plural: string;
}

/** The schema of each topic's `watch` event, tried in turn. */
function parserOf(topics: readonly AnyTopic[]): (input: unknown) => Watched | undefined {
  const inputs = topics.map((topic) => ({ topic, schema: z.strictObject({ [topic.idField]: uuid }) }));
  return (input) => {
    for (const { topic, schema } of inputs) {
      const id = schema.safeParse(input).data?.[topic.idField];
      if (id !== undefined) return { room: topicRoom(topic, id), plural: topic.plural };
    }
    return undefined;
  };
}

/** Reads the event that a signed-in person's socket gets when it connects. */
export type Greeting = (userId: string) => Promise<{ event: string; payload: unknown }>;

interface Served {
  topics: readonly AnyTopic[];
  greetings: readonly Greeting[];
}

/** Serves the `/live` namespace: updates of topics for everyone, and a person's own events for those who are signed in. */
export function serveWatching(live: Namespace, { topics, greetings }: Served, options: LiveServerOptions): void {
  const parse = parserOf(topics);
  const attemptsOf = options.limits.localLimiter('watch events per socket', attempts);
  const refusalsOf = options.limits.localLimiter('watch refusals per socket', refusals);
  live.use((socket, next) => {
    signIn(socket, options).then(
      () => next(),
      (error: unknown) => {
        options.log.warn({ err: error }, 'could not sign in a socket');
        next(new Error('unavailable'));
      },
    );
  });

  /** Counts an event. Tells the client why it is refused. */
  async function accept(socket: Socket, watched: Watched | undefined): Promise<boolean> {
    try {
      await attemptsOf.consume(socket.id);
    } catch {
      await refusalsOf.consume(socket.id).catch(() => socket.disconnect(true));
      socket.emit('error', { message: 'Too many requests. Wait a little.' });
      return false;
    }
    if (!watched) socket.emit('error', { message: 'This was not understood.' });
    return watched !== undefined;
  }

  async function watch(socket: Socket, target: Watched | undefined): Promise<void> {
    const { watched } = socket.data as WatchData;
    if (!target || watched.has(target.room)) return void (await accept(socket, target));
    const { room, plural } = target;
    if (watched.size >= watchedMax) {
      const isCounted = await accept(socket, target);
      if (isCounted) socket.emit('error', { message: `At most ${watchedMax} ${plural} can be watched at once.` });
      return;
    }
    // Before the limiter answers, so that an `unwatch` of the same moment finds it.
    watched.add(room);
    if (!(await accept(socket, target))) watched.delete(room);
    else if (watched.has(room)) await socket.join(room);
  }

  /** Never refuses to end a watch, which would use up the places of a tab. Each watch was counted when it began. */
  async function unwatch(socket: Socket, ended: Watched | undefined): Promise<void> {
    const { watched } = socket.data as WatchData;
    if (ended && watched.delete(ended.room)) await socket.leave(ended.room);
    else await accept(socket, ended);
  }

  async function greet(socket: Socket, userId: string): Promise<void> {
    for (const greeting of greetings) {
      try {
        const { event, payload } = await greeting(userId);
        socket.emit(event, payload);
      } catch (error) {
        options.log.warn({ err: error }, 'could not greet a socket');
      }
    }
  }

  live.on('connection', (socket) => {
    void endIfStaleAlready(socket, options);
    const data = socket.data as WatchData;
    if (data.actor) void greet(socket, data.actor.userId);
    socket.on('watch', (input) => void watch(socket, parse(input)));
    socket.on('unwatch', (input) => void unwatch(socket, parse(input)));
  });
}

async function signIn(socket: Socket, options: LiveServerOptions): Promise<void> {
  const session = await readSession(socket, options);
  const data: WatchData = { ...session, watched: new Set() };
  socket.data = data;
  const { actor } = session;
  if (actor) await socket.join([personRoom(actor.userId), sessionRoom(actor.sessionId), roleRoom(actor.role)]);
}
