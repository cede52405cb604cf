import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { DatabaseProxy } from '#testing/servers/database-proxy.ts';
import type { Broadcast } from './broadcast.ts';
import { createPostgresRelay } from './postgres-relay.ts';
import type { Relay } from './relay.ts';

const log = createLogger('silent');
const everyMs = 60;
let database: TestDatabase;
const opened: Database[] = [];
const nodes: Node[] = [];
/** Every notification that PostgreSQL sends. */
const wire: string[] = [];

interface Node extends Relay {
  db: Database;
  received: Broadcast[];
  gaps: number;
  listen(): Promise<void>;
}

function nodeOn(db: Database, every = everyMs): Node {
  opened.push(db);
  const relay = createPostgresRelay(db, log, { everyMs: every });
  const node: Node = {
    db,
    ...relay,
    received: [],
    gaps: 0,
    listen: () =>
      relay.subscribe({
        onBroadcast: (broadcast) => node.received.push(broadcast),
        onGap: () => {
          node.gaps += 1;
        },
      }),
  };
  nodes.push(node);
  return node;
}

/** One connection, so that PostgreSQL answers statements in the order in which they were sent. */
const open = (every?: number): Node => nodeOn(openDatabase(database.url, { log, max: 1 }), every);

const disconnect = (room: string): Broadcast => ({ kind: 'disconnect', room });
const messageFrom = (sender: string, room: string): string => `${sender} 1 0 1 ${JSON.stringify(disconnect(room))}`;

let fences = 0;
/** Waits until everything that the node has published is on the wire: the batch under way, and the next one. */
async function flushed({ db }: Node): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    // A batch leaves at the end of the turn in which its first item came.
    await endOfTurn();
    fences += 1;
    const fence = `fence ${fences}`;
    await db.sql`select pg_notify('fanfare_live', ${fence})`;
    await expect.poll(() => wire.includes(fence)).toBe(true);
  }
}

let rooms = 0;
/** Publishes a new broadcast; returns whether it went over the wire. */
async function isSent(node: Node): Promise<boolean> {
  rooms += 1;
  const room = `room ${rooms}`;
  node.publish(disconnect(room));
  await flushed(node);
  return wire.some((message) => message.includes(`"${room}"`));
}

beforeAll(async () => {
  database = await createTestDatabase();
  const spy = openDatabase(database.url, { log, max: 1 });
  opened.push(spy);
  await spy.listen('fanfare_live', (message) => void wire.push(message));
});

afterAll(async () => {
  for (const node of nodes) node.close();
  for (const db of opened) await db.close();
  await database.drop();
});

test('a subscriber publishes while there are others, and nothing once it is alone', async () => {
  const first = open();
  await first.listen();
  expect(await isSent(first)).toBe(true);
  await expect.poll(() => isSent(first)).toBe(false);

  const second = open();
  await second.listen();
  await expect
    .poll(async () => {
      first.publish(disconnect('hello'));
      await flushed(first);
      return second.received;
    })
    .toContainEqual(disconnect('hello'));
  expect(await isSent(second)).toBe(true);
  await expect.poll(() => first.received).toContainEqual(disconnect(`room ${rooms}`));
  for (let round = 0; round < 10; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    expect(await isSent(first)).toBe(true);
  }

  second.close();
  await expect.poll(() => isSent(first)).toBe(false);
});

test('a process that does not subscribe always publishes', async () => {
  const worker = open();
  for (let round = 0; round < 6; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    expect(await isSent(worker)).toBe(true);
  }
});

test('a subscriber that stalls for longer than others wait for its heartbeat reports a gap', async () => {
  // Longer than the stalls of a busy machine.
  const slowlyMs = 300;
  const node = open(slowlyMs);
  await node.listen();
  const before = wire.length;
  await expect.poll(() => wire.slice(before).some((message) => message.endsWith(' present'))).toBe(true);
  expect(node.gaps).toBe(0);
  const until = performance.now() + 2.5 * slowlyMs;
  while (performance.now() < until);
  await expect.poll(() => node.gaps).toBeGreaterThan(0);
});

test('a subscriber whose connection broke reports a gap and receives again', async () => {
  const node = open();
  await node.listen();
  expect(node.gaps).toBe(0);
  const [{ count } = { count: 0 }] = await node.db.sql<{ count: number }[]>`
    select count(pg_terminate_backend(pid))::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen %'`;
  expect(count).toBeGreaterThan(0);
  await expect.poll(() => node.gaps, { timeout: 10_000 }).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      await node.db.sql`select pg_notify('fanfare_live', ${messageFrom('another', 'after')})`;
      return node.received;
    })
    .toContainEqual(disconnect('after'));
});

test('a subscriber reports a gap and receives again after the database was away', async () => {
  const proxy = new DatabaseProxy(database.url, await freePort());
  await proxy.open();
  const db = openDatabase(proxy.url, { log, max: 1 });
  db.watch();
  const node = nodeOn(db);
  await node.listen();
  const isThere = () =>
    db.sql`select 1`.then(
      () => true,
      () => false,
    );
  await proxy.refuse();
  await expect.poll(isThere).toBe(false);
  // Long enough for some attempts to connect again.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(node.gaps).toBe(0);
  await proxy.open();
  await expect.poll(isThere).toBe(true);
  await expect.poll(() => node.gaps).toBeGreaterThan(0);
  // From another process, which never lost its connection.
  const other = open();
  await other.db.sql`select pg_notify('fanfare_live', ${messageFrom('yet-another', 'late')})`;
  await expect.poll(() => node.received).toContainEqual(disconnect('late'));
  await proxy.refuse();
});

test('after a failed publish the other processes get a gap as soon as they can be reached', async () => {
  // Heartbeats so rare that a busy machine causes no gap.
  const subscriber = open(5000);
  await subscriber.listen();
  const proxy = new DatabaseProxy(database.url, await freePort());
  await proxy.open();
  const db = openDatabase(proxy.url, { log, max: 1 });
  db.watch();
  const publisher = nodeOn(db);
  await db.sql`select 1`;
  await proxy.refuse();
  publisher.publish(disconnect('lost'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(subscriber.gaps).toBe(0);
  await proxy.open();
  await expect.poll(() => subscriber.gaps, { timeout: 10_000 }).toBe(1);
  expect(subscriber.received).not.toContainEqual(disconnect('lost'));
  await proxy.refuse();
});
