import { expect, test, vi } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { createTestDatabase } from '#testing/database.ts';
import { openDatabase } from './db.ts';

test('replaces a connection whose time is over', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, { log: createLogger('silent'), max: 1 });
  const readPid = async () => (await db.sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid;
  const first = await readPid();
  expect(await readPid()).toBe(first);
  const uptime = process.uptime();
  const clock = vi.spyOn(process, 'uptime').mockImplementation(() => uptime + 3600);
  expect(await readPid()).not.toBe(first);
  clock.mockRestore();
  await db.close();
  await database.drop();
});
