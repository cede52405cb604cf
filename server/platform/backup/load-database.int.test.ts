import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase } from '#server/platform/postgres/db.ts';
import { createTestDatabase } from '#testing/database.ts';
import { PartStream } from './load-database.ts';

const compress = promisify(zstdCompress);

async function* part(text: string): AsyncGenerator<Buffer> {
  yield await compress(text);
}

test('ends with the error of a COPY that failed between two parts of its table', async () => {
  const database = await createTestDatabase();
  const db = openDatabase(database.url, { log: createLogger('silent'), max: 1 });
  await db.sql`create table loaded (number int)`;

  /** The transaction itself may notice the lost connection later or earlier. */
  async function errorOf(next: (parts: PartStream) => Promise<void>): Promise<unknown> {
    const outcome = Promise.withResolvers<unknown>();
    const loading = db.sql.begin(async (tx) => {
      const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
      const stream = tx.copyIn('copy loaded from stdin');
      const parts = new PartStream(() => stream);
      await parts.write('loaded', part('1\n'));
      const failed = new Promise((resolve) => stream.once('error', resolve));
      await db.sql`select pg_terminate_backend(${row?.pid ?? 0})`;
      await failed;
      await next(parts).then(outcome.resolve, outcome.resolve);
    });
    await expect(loading).rejects.toThrow();
    return outcome.promise;
  }
  const lost = { code: '57P01' };
  expect(await errorOf((parts) => parts.write('loaded', part('2\n')))).toMatchObject(lost);
  expect(await errorOf((parts) => parts.end())).toMatchObject(lost);
  await db.close();
  await database.drop();
});
