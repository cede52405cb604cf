import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportPath } from '#contract/settings.ts';
import { nodesEnv, startTestApp, type TestApp } from '#testing/app.ts';
import { testClient } from '#testing/client.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { unzip } from '#testing/zip.ts';

let app: TestApp;
let otherNode: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: nodesEnv });
  otherNode = await startTestApp({ env: nodesEnv, beside: app });
});
afterAll(async () => {
  await otherNode.close();
  await app.close();
});

async function person() {
  const { id, client } = await insertPerson(app);
  await insertPerson(otherNode);
  const elsewhere = testClient(otherNode.url);
  elsewhere.cookies.set('sid', id);
  return { id, client, elsewhere };
}

/** Keeps exports from reading the person's likes until the returned function is called. */
async function holdReads(): Promise<() => Promise<void>> {
  const connection = app.context.db.sql.reserve();
  await connection`begin`;
  await connection`lock table pool_likes in access exclusive mode`;
  return async () => {
    await connection`rollback`;
    await connection.release();
  };
}

const filesOf = async (answer: Response) => unzip(Buffer.from(await answer.arrayBuffer()));
const foldersFiles = () => readdir(join(app.context.config.dataDir, 'exports'));

async function addMessages(userId: string, count: number): Promise<void> {
  const { sql } = app.context.db;
  const [room] = await sql<{ id: string }[]>`
    insert into chat_rooms ${sql({ kind: 'direct', lastSeq: count, ...ordered(userId, (await insertPerson(app)).id) })} returning id`;
  await sql`
    insert into messages (room_id, seq, sender_id, content)
    select ${room?.id ?? ''}, n, ${userId}, 'message ' || n || ' "quoted" 🎺' from generate_series(1, ${count}::int) n`;
}

const ordered = (a: string, b: string) => (a < b ? { firstId: a, secondId: b } : { firstId: b, secondId: a });

test('holds every row of a long list, in its order, as JSON', async () => {
  const { id, client } = await person();
  await addMessages(id, 1234);
  const answer = await client.raw('GET', exportPath);
  expect(answer.status).toBe(200);
  const files = await filesOf(answer);
  expect(String(files.get('README.txt'))).toMatch(/messages\.json +Messages you wrote/);
  const messages = JSON.parse(String(files.get('messages.json'))) as { content: string }[];
  expect(messages.map(({ content }) => content)).toEqual(
    Array.from({ length: 1234 }, (_, index) => `message ${index + 1} "quoted" 🎺`),
  );
  expect(JSON.parse(String(files.get('likes.json')))).toEqual([]);
  expect(await foldersFiles()).toEqual([]);
});

test('refuses a second export of a person on any node while one runs, and one of another person not', async () => {
  const { client, elsewhere } = await person();
  const other = await person();
  const release = await holdReads();
  const first = client.raw('GET', exportPath);
  const { sql } = app.context.db;
  await expect.poll(() => sql`select 1 from export_locks`).toHaveLength(1);
  for (const again of [client, elsewhere]) {
    const answer = await again.raw('GET', exportPath);
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'export_running' }]);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const ofOther = other.elsewhere.raw('GET', exportPath);
  await release();
  expect((await filesOf(await first)).size).toBeGreaterThan(20);
  expect((await filesOf(await ofOther)).size).toBeGreaterThan(20);
  await expect.poll(() => sql`select 1 from export_locks`).toHaveLength(0);
  expect((await filesOf(await elsewhere.raw('GET', exportPath))).size).toBeGreaterThan(20);
});

test('ends with its client, and leaves neither a lock nor a file', async () => {
  const { client } = await person();
  const release = await holdReads();
  const leaving = new AbortController();
  const answer = client.raw('GET', exportPath, { signal: leaving.signal });
  const { sql } = app.context.db;
  await expect.poll(() => sql`select 1 from export_locks`).toHaveLength(1);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => sql`select 1 from export_locks`).toHaveLength(0);
  await release();
  expect(await foldersFiles()).toEqual([]);
  expect((await client.raw('GET', exportPath)).status).toBe(200);
});

test('is possible again after the process of an earlier one was killed', async () => {
  const { id, client } = await person();
  const lock = (expiresAt: Date) => app.context.db.sql`
    insert into export_locks ${app.context.db.sql({ userId: id, token: randomUUID(), expiresAt })}
    on conflict (user_id) do update set expires_at = excluded.expires_at`;
  await lock(new Date(Date.now() + 20_000));
  expect((await client.raw('GET', exportPath)).status).toBe(409);
  await lock(new Date(Date.now() - 1));
  expect((await client.raw('GET', exportPath)).status).toBe(200);
});

test('answers with an error and no part of a file if a row cannot be read', async () => {
  const { client } = await person();
  await app.context.db.sql`alter table pool_likes rename to pool_likes_away`;
  const answer = await client.raw('GET', exportPath);
  await app.context.db.sql`alter table pool_likes_away rename to pool_likes`;
  expect([answer.status, answer.headers.get('content-type')]).toEqual([500, 'application/json; charset=utf-8']);
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect((await client.raw('GET', exportPath)).status).toBe(200);
});
