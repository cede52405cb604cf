import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { type Database, openDatabase } from '#server/platform/postgres/db.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { DatabaseProxy } from '#testing/database-proxy.ts';
import { freePort } from '#testing/free-port.ts';
import type { News } from './broadcast.ts';
import { createRelay, type Relay } from './relay.ts';

const log = createLogger('silent');
const everyMs = 60;
let database: TestDatabase;
const opened: Database[] = [];
const nodes: Node[] = [];
/** Everything that goes over the wire. */
const wire: string[] = [];

interface Node extends Relay {
  db: Database;
}

function open(every = everyMs): Node {
  // One connection, so that what is asked later is answered later.
  const db = openDatabase(database.url, { log, max: 1 });
  opened.push(db);
  const node = { db, ...createRelay(db, log, { everyMs: every }) };
  nodes.push(node);
  return node;
}

let fences = 0;
/** What the node has sent is on the wire: all of the batch that was under way, and then of the next. */
async function sent({ db }: Node): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    fences += 1;
    const fence = `fence ${fences}`;
    await db.sql`select pg_notify('fanfare_live', ${fence})`;
    await expect.poll(() => wire.includes(fence)).toBe(true);
  }
}

let told = 0;
/** Some news of its own; by it, whether it went over the wire. */
async function isSent(node: Node): Promise<boolean> {
  told += 1;
  const userId = `person ${told}`;
  node.send({ of: 'user', userId, unread: told });
  await sent(node);
  return wire.some((message) => message.includes(userId));
}

beforeAll(async () => {
  database = await createTestDatabase();
  const spy = openDatabase(database.url, { log, max: 1 });
  opened.push(spy);
  await spy.sql.listen('fanfare_live', (message) => void wire.push(message));
});

afterAll(async () => {
  for (const node of nodes) node.close();
  for (const db of opened) await db.close();
  await database.drop();
});

test('who listens sends while others are there, and nothing once it is alone', async () => {
  const first = open();
  const heardByFirst: News[] = [];
  await first.listen(
    (news) => void heardByFirst.push(news),
    () => undefined,
  );
  expect(await isSent(first)).toBe(true);
  await expect.poll(() => isSent(first)).toBe(false);

  const second = open();
  const heardBySecond: News[] = [];
  await second.listen(
    (news) => void heardBySecond.push(news),
    () => undefined,
  );
  await expect
    .poll(async () => {
      first.send({ of: 'session', sessionId: 'over' });
      await sent(first);
      return heardBySecond;
    })
    .toContainEqual({ of: 'session', sessionId: 'over' });
  expect(await isSent(second)).toBe(true);
  await expect.poll(() => heardByFirst).toContainEqual({ of: 'user', userId: `person ${told}`, unread: told });
  // It stays so, however long they are together.
  for (let round = 0; round < 10; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    expect(await isSent(first)).toBe(true);
  }

  second.close();
  await expect.poll(() => isSent(first)).toBe(false);
});

test('who does not listen cannot know, and always sends', async () => {
  const worker = open();
  for (let round = 0; round < 6; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, everyMs));
    expect(await isSent(worker)).toBe(true);
  }
});

test('who stood still for so long that others may have missed it is told so', async () => {
  // Longer than a busy machine stands still by itself.
  const slowlyMs = 300;
  const node = open(slowlyMs);
  let missed = 0;
  await node.listen(
    () => undefined,
    () => {
      missed += 1;
    },
  );
  const heardItself = async () => {
    const before = wire.length;
    await expect.poll(() => wire.slice(before).some((message) => message.endsWith(' present'))).toBe(true);
  };
  await heardItself();
  expect(missed).toBe(0);
  const until = performance.now() + 2.5 * slowlyMs;
  while (performance.now() < until);
  await expect.poll(() => missed).toBeGreaterThan(0);
});

test('who could not hear for a while is told so once it hears again', async () => {
  const node = open();
  const heard: News[] = [];
  let missed = 0;
  await node.listen(
    (news) => void heard.push(news),
    () => {
      missed += 1;
    },
  );
  expect(missed).toBe(0);
  const [{ count } = { count: 0 }] = await node.db.sql<{ count: number }[]>`
    select count(pg_terminate_backend(pid))::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen %'`;
  expect(count).toBeGreaterThan(0);
  await expect.poll(() => missed, { timeout: 10_000 }).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      await node.db.sql`select pg_notify('fanfare_live', ${'another 1 0 1 {"of":"session","sessionId":"over"}'})`;
      return heard;
    })
    .toContainEqual({ of: 'session', sessionId: 'over' });
});

test('who listens hears again after the database was away', async () => {
  const proxy = new DatabaseProxy(database.url, await freePort());
  await proxy.open();
  const db = openDatabase(proxy.url, { log, max: 1 });
  opened.push(db);
  db.watch();
  const node = { db, ...createRelay(db, log, { everyMs }) };
  nodes.push(node);
  const heard: News[] = [];
  let missed = 0;
  await node.listen(
    (news) => void heard.push(news),
    () => {
      missed += 1;
    },
  );
  const isThere = () =>
    db.sql`select 1`.then(
      () => true,
      () => false,
    );
  await proxy.refuse();
  await expect.poll(isThere).toBe(false);
  // Long enough for some tries to connect again.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(missed).toBe(0);
  await proxy.open();
  await expect.poll(isThere).toBe(true);
  await expect.poll(() => missed).toBeGreaterThan(0);
  // Another process, which never lost its connection.
  const other = open();
  await other.db.sql`select pg_notify('fanfare_live', ${'another 2 0 1 {"of":"session","sessionId":"late"}'})`;
  await expect.poll(() => heard).toContainEqual({ of: 'session', sessionId: 'late' });
  await proxy.refuse();
});
