import type { Namespace, Socket } from 'socket.io';
import { z } from 'zod';
import { uuid } from '#contract/values/uuid.ts';
import { endIfStaleAlready, type LiveServerOptions, readSession, type SessionData } from './socket-server.ts';
import { personRoom, roleRoom, sessionRoom } from './sockets.ts';
import { type AnyTopic, topicRoom } from './topics.ts';

interface WatchData extends SessionData {
  /** Rooms of topics. */
  watched: Set<string>;
}

const maxWatched = 50;
const attempts = { points: 60, perMs: 10_000 };
/** A socket that is refused more often than this is disconnected. */
const refusals = { points: 20, perMs: 10_000 };

interface Watched {
  topic: AnyTopic;
  id: string;
}

/** The schema of each topic's `watch` event, tried in turn. */
function parserOf(topics: readonly AnyTopic[]): (input: unknown) => Watched | undefined {
  const inputs = topics.map((topic) => ({ topic, schema: z.strictObject({ [topic.idField]: uuid }) }));
  return (input) => {
    for (const { topic, schema } of inputs) {
      const id = schema.safeParse(input).data?.[topic.idField];
      if (id !== undefined) return { topic, id };
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

  /** Undefined after a refusal. */
  async function accept(socket: Socket, input: unknown): Promise<Watched | undefined> {
    try {
      await attemptsOf.consume(socket.id);
    } catch {
      await refusalsOf.consume(socket.id).catch(() => socket.disconnect(true));
      socket.emit('error', { message: 'Too many requests. Wait a little.' });
      return undefined;
    }
    const watched = parse(input);
    if (!watched) socket.emit('error', { message: 'This was not understood.' });
    return watched;
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
    socket.on('watch', async (input) => {
      const accepted = await accept(socket, input);
      if (!accepted) return;
      const { topic, id } = accepted;
      if (data.watched.size >= maxWatched) {
        socket.emit('error', { message: `At most ${maxWatched} ${topic.plural} can be watched at once.` });
        return;
      }
      data.watched.add(topicRoom(topic, id));
      void socket.join(topicRoom(topic, id));
    });
    socket.on('unwatch', async (input) => {
      const accepted = await accept(socket, input);
      if (!accepted) return;
      const room = topicRoom(accepted.topic, accepted.id);
      data.watched.delete(room);
      void socket.leave(room);
    });
  });
}

async function signIn(socket: Socket, options: LiveServerOptions): Promise<void> {
  const session = await readSession(socket, options);
  const data: WatchData = { ...session, watched: new Set() };
  socket.data = data;
  const { actor } = session;
  if (actor) await socket.join([personRoom(actor.userId), sessionRoom(actor.sessionId), roleRoom(actor.role)]);
}
