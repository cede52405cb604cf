import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { DatabaseProxy } from '#testing/servers/database-proxy.ts';
import { openDatabase } from './db.ts';

const log = createLogger('silent');
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Both fail a connection attempt: before it reaches PostgreSQL, and during it. */
const breaks = {
  'PostgreSQL refuses connections': async () => undefined,
  'PostgreSQL ends the connection while it starts': async (proxy: DatabaseProxy) => {
    proxy.cutAt('idle_in_transaction_session_timeout');
    await proxy.open();
  },
};

test.for(Object.entries(breaks))('does not wait for ever when %s, and listens later, once', async ([, break_]) => {
  const proxy = new DatabaseProxy(database.url, await freePort());
  await break_(proxy);
  const db = openDatabase(proxy.url, { log, max: 1 });
  const heard: string[] = [];
  const begun = new Map<string, PromiseWithResolvers<void>>();
  const listen = (channel: string) => {
    begun.set(channel, Promise.withResolvers());
    return db.listen(channel, (text) => heard.push(`${channel} ${text}`), begun.get(channel)?.resolve);
  };
  try {
    await listen('first');
    await listen('second');
    await proxy.open();
    await listen('third');
    await Promise.all([...begun.values()].map(({ promise }) => promise));
    await expect.poll(() => proxy.connections).toBe(1);
    for (const channel of begun.keys()) await db.sql`select pg_notify(${channel}, 'text')`;
    await expect.poll(() => heard).toEqual(['first text', 'second text', 'third text']);
  } finally {
    await db.close();
    await proxy.refuse();
  }
});
