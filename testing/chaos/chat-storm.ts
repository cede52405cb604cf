import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashToken } from '#server/accounts/tokens.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { freePort } from '#testing/free-port.ts';
import { type Random, seededRandom } from '#testing/seeded-random.ts';
import {
  compareAcknowledged,
  countDifferences,
  differenceOf,
  orderOf,
  readStored,
  type StoredMessage,
} from './chat-history.ts';
import { ChatReader } from './chat-reader.ts';
import { type ChatPerson, ChatWriter } from './chat-writer.ts';
import { ServerProcess } from './server-process.ts';

export interface ChatStormOptions {
  /** A migrated database that outlives the nodes. */
  databaseUrl: string;
  kills: number;
  seed: number;
  /** The Redis that relays between the nodes; without it PostgreSQL does. */
  redisUrl?: string | undefined;
  writers?: number;
  readers?: number;
  log?: (line: string) => void;
}

export interface ChatStormReport {
  acknowledged: number;
  /** Messages sent again because no answer arrived. */
  repeated: number;
  deleted: number;
  /** Broadcasts that readers received: all, those after a higher sequence number, and those received before. */
  heard: number;
  late: number;
  twice: number;
  joins: number;
  /** Messages that a reader had not received over the socket 20 seconds after the last one was sent. */
  missed: number;
  violations: string[];
  check: { code: number | null; output: string };
  serverErrors: string;
}

export const roomIds = ['Comedy', 'Global'];

/** Repeatedly kills one of two nodes while people write to both; then compares acknowledgements and screens with the stored messages. */
export async function chatStorm(options: ChatStormOptions): Promise<ChatStormReport> {
  const { databaseUrl, kills, seed, writers: size = 12, readers: windows = 4, log = () => undefined } = options;
  const random = seededRandom(seed);
  const dataDir = await mkdtemp(join(tmpdir(), 'fanfare-chaos-'));
  const database = openDatabase(databaseUrl, { log: createLogger('silent'), max: 2 });
  const nodes = await Promise.all([0, 1].map((number) => openNode(options, join(dataDir, String(number)))));
  const urls = nodes.map(({ url }) => url);
  const people = await inviteToChat(database.sql, size + windows);
  const writers: ChatWriter[] = [];
  const readers: ChatReader[] = [];
  try {
    for (const node of nodes) node.spawn();
    await Promise.all(nodes.map((node) => node.ready()));
    for (const [index, person] of people.entries()) {
      const url = urls[index % urls.length] ?? '';
      if (index < windows) readers.push(new ChatReader(url, person.cookie, roomIds));
      else writers.push(new ChatWriter(person, people, urls, seededRandom(seed + index), index));
    }
    let over = false;
    const storm = Promise.all(writers.map((writer) => writer.write(roomIds, () => over)));
    storm.catch(() => undefined);
    await sleep(500);
    for (let count = 1; count <= kills; count += 1) await killOne(nodes, random, (line) => log(`${count}: ${line}`));
    over = true;
    await storm;
    return await compare(database.sql, nodes, writers, readers);
  } finally {
    for (const one of [...writers, ...readers]) one.close();
    await Promise.all(nodes.map((node) => node.kill()));
    await database.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function openNode({ databaseUrl, redisUrl }: ChatStormOptions, dataDir: string): Promise<ServerProcess> {
  const env = { DATABASE_URL: databaseUrl, DATABASE_POOL: '6', ...(redisUrl ? { REDIS_URL: redisUrl } : {}) };
  return new ServerProcess({ dataDir, port: await freePort(), env });
}

async function killOne(nodes: readonly ServerProcess[], random: Random, log: (line: string) => void): Promise<void> {
  const node = random.pick(nodes);
  await sleep(random.between(200, 1200));
  await node.kill();
  await sleep(random.between(0, 300));
  node.spawn();
  log(`${node.url} is ready again after ${Math.round(await node.ready())} ms`);
}

/** Inserts people with a session each. */
export async function inviteToChat(sql: Sql, count: number): Promise<ChatPerson[]> {
  const names = Array.from({ length: count }, (_each, index) => `storm_${index}_${randomBytes(4).toString('hex')}`);
  const tokens = names.map(() => randomBytes(32).toString('base64url'));
  const people = await sql<{ id: string; username: string }[]>`
    insert into users (email, username, email_verified_at, is_verified)
    select name || '@example.org', name, now(), true from unnest(${names}::text[]) name returning id, username`;
  const sessions = people.map(({ id }, index) => ({
    tokenHash: hashToken(tokens[index] ?? ''),
    userId: id,
    expiresAt: new Date(Date.now() + 86_400_000),
  }));
  await sql`insert into sessions ${sql(sessions)}`;
  return people.map((person, index) => ({ ...person, cookie: `sid=${tokens[index]}` }));
}

async function compare(
  sql: Sql,
  nodes: readonly ServerProcess[],
  writers: readonly ChatWriter[],
  readers: readonly ChatReader[],
): Promise<ChatStormReport> {
  const { missed, violations } = await compareChat(sql, writers, readers);
  const sum = (of: (reader: ChatReader) => number) => readers.reduce((all, reader) => all + of(reader), 0);
  return {
    acknowledged: writers.reduce((all, { acknowledged }) => all + acknowledged.length, 0),
    repeated: writers.reduce((all, writer) => all + writer.repeated, 0),
    deleted: writers.reduce((all, writer) => all + writer.deleted.size, 0),
    heard: sum(({ heard }) => heard),
    late: sum(({ late }) => late),
    twice: sum(({ twice }) => twice),
    joins: sum(({ joins }) => joins),
    missed,
    violations,
    check: (await nodes[0]?.cli('check')) ?? { code: null, output: '' },
    serverErrors: nodes.map(({ output }) => output).join('\n'),
  };
}

/** Compares acknowledgements and readers' screens with the stored messages. */
export async function compareChat(
  sql: Sql,
  writers: readonly ChatWriter[],
  readers: readonly ChatReader[],
): Promise<{ missed: number; violations: string[] }> {
  const rows = await readStored(sql);
  const violations = [...writers, ...readers].flatMap((one) => one.violations);
  violations.push(...compareAcknowledged(rows, writers));
  const missed = await waitForReaders(rows, readers);
  for (const roomId of roomIds) {
    const stored = orderOf(rows, roomId);
    for (const [index, reader] of readers.entries()) {
      await reader.catchUp(roomId);
      const difference = differenceOf(reader.order(roomId), stored);
      if (difference) violations.push(`reader ${index} saw another ${roomId}: ${difference}`);
    }
  }
  return { missed, violations };
}

const hearWithinMs = 20_000;

/** Waits until broadcasts alone have brought every screen up to date. Returns the number of messages that are still wrong. */
async function waitForReaders(rows: readonly StoredMessage[], readers: readonly ChatReader[]): Promise<number> {
  const wrong = () => {
    let count = 0;
    for (const roomId of roomIds) {
      const stored = orderOf(rows, roomId);
      for (const reader of readers) count += countDifferences(reader.order(roomId), stored);
    }
    return count;
  };
  for (const begin = performance.now(); performance.now() - begin < hearWithinMs; await sleep(100)) {
    if (wrong() === 0) return 0;
  }
  return wrong();
}
