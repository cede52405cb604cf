import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createBatches } from '#server/platform/concurrency/batches.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { RedisConnections } from '#server/platform/redis/redis.ts';
import type { Broadcast } from './broadcast.ts';
import { createGapReport, type Relay, type RelayHandlers } from './relay.ts';

/** An entry holds all broadcasts that one process published while its previous entry was under way. */
const streamEntries = 10_000;
const readAtOnce = 500;
const blockMs = 5000;
const retryMs = 200;

interface Entry {
  id: string;
  sender: string;
  /** JSON of `(Broadcast | null)[]`; null reports a gap. */
  body: string;
}

/** How far a subscriber has read, and which Redis process it read from. */
interface Position {
  id: string;
  runId: string | undefined;
}

/**
 * Relays broadcasts by a stream in Redis, which every subscriber reads in the same order. After a broken connection a subscriber goes
 * on where it stopped. It reports a gap instead where entries may be lost: Redis was restarted, or the stream has since been trimmed.
 */
export function createRedisRelay(redis: RedisConnections, log: Logger): Relay {
  const own = randomBytes(6).toString('hex');
  const key = `${redis.keyPrefix}broadcasts`;
  let publisher: Promise<Redis> | undefined;
  let reader: Redis | undefined;
  let isClosed = false;

  const append = async (client: Redis, body: string): Promise<string> => {
    const id = await client.xadd(key, 'MAXLEN', '~', streamEntries, '*', 'sender', own, 'body', body);
    if (id === null) throw new Error('Redis did not append to the stream');
    return id;
  };
  const add = createBatches(
    async (broadcasts: (Broadcast | null)[]) => {
      publisher ??= redis.open({ commandTimeout: blockMs, socketTimeout: blockMs });
      await append(await publisher, JSON.stringify(broadcasts));
      return broadcasts.map(() => true);
    },
    // A command without an answer may have been executed: sending it again could deliver its broadcasts twice.
    { retryIndividually: () => false },
  );
  const send = (broadcast: Broadcast | null): Promise<boolean> =>
    add(broadcast).catch((error: unknown) => {
      if (!isClosed) log.warn({ err: error }, 'could not publish to other nodes');
      return false;
    });
  const gapReport = createGapReport(() => send(null));

  function handle({ sender, body }: Entry, { onBroadcast, onGap }: RelayHandlers): void {
    if (sender === own) return;
    for (const broadcast of JSON.parse(body) as (Broadcast | null)[]) {
      if (broadcast === null) onGap();
      else onBroadcast(broadcast);
    }
  }

  /** Where to begin now: our own empty entry marks the place. */
  const begin = async (client: Redis): Promise<Position> => ({
    runId: await runIdOf(client),
    id: await append(client, '[]'),
  });

  /** Whether no entry after this position was lost. */
  async function isContinuous(client: Redis, { id, runId }: Position): Promise<boolean> {
    if (runId === undefined || runId !== (await runIdOf(client))) return false;
    return hasEntry(client, id);
  }

  /** The stream is trimmed from its beginning: nothing after an entry is lost while the entry itself is there. */
  const hasEntry = async (client: Redis, id: string): Promise<boolean> =>
    (await client.xrange(key, id, id, 'COUNT', 1)).length > 0;

  /** Reads the next entries, or none within `blockMs`, and moves the position. */
  async function readOnce(client: Redis, position: Position, handlers: RelayHandlers): Promise<void> {
    const entries = await readEntries(client, key, position.id);
    const last = entries.at(-1);
    if (!last || isClosed) return;
    // After a full batch this process is behind, and the stream may have been trimmed before it read.
    if (entries.length === readAtOnce && !(await hasEntry(client, position.id))) handlers.onGap();
    for (const entry of entries) handle(entry, handlers);
    position.id = last.id;
  }

  /** The same position while nothing after it was lost; else a new one, and a gap. */
  async function resume(client: Redis, position: Position | undefined, { onGap }: RelayHandlers): Promise<Position> {
    if (position && (await isContinuous(client, position))) return position;
    const next = await begin(client);
    onGap();
    return next;
  }

  async function readForever(client: Redis, first: Position | undefined, handlers: RelayHandlers): Promise<void> {
    let position = first;
    while (!isClosed) {
      try {
        position = await resume(client, position, handlers);
        while (!isClosed) await readOnce(client, position, handlers);
      } catch (error) {
        if (isClosed) return;
        log.warn({ err: error }, 'could not read the broadcasts of other nodes; trying again');
        await sleep(retryMs, undefined, { ref: false });
      }
    }
  }

  return {
    publish(broadcast) {
      if (isClosed) return;
      void send(broadcast).then((isSent) => {
        if (!isSent && !isClosed) gapReport.start();
      });
    },
    async subscribe(handlers) {
      // Longer than a read blocks: a connection that died without a word is noticed, too.
      const client = await redis.open({ commandTimeout: 2 * blockMs, socketTimeout: 2 * blockMs });
      reader = client;
      const first = await begin(client).catch((error: unknown) => {
        log.warn({ err: error }, 'could not subscribe to the broadcasts of other nodes; trying again');
        return undefined;
      });
      void readForever(client, first, handlers);
    },
    close() {
      isClosed = true;
      gapReport.stop();
      // It may be waiting for entries: there is nothing to finish.
      reader?.disconnect();
    },
  };
}

/** Changes whenever Redis starts; undefined if the connection may not ask. */
async function runIdOf(client: Redis): Promise<string | undefined> {
  const info = await client.info('server').catch((error: unknown) => {
    if (error instanceof Error && error.name === 'ReplyError') return '';
    throw error;
  });
  return /run_id:(\w+)/.exec(info)?.[1];
}

/** Waits up to `blockMs` for entries after this one. */
async function readEntries(client: Redis, key: string, after: string): Promise<Entry[]> {
  const streams = await client.xread('COUNT', readAtOnce, 'BLOCK', blockMs, 'STREAMS', key, after);
  return (streams?.[0]?.[1] ?? []).map(([id, fields]) => {
    const [, sender = '', , body = '[]'] = fields;
    return { id, sender, body };
  });
}
