import { afterAll, beforeAll, expect, it } from 'vitest';
import { startCalendar } from '#contract/calendar.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson } from '#testing/insert-person.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: '1' } });
});
afterAll(() => app.close());

const read = (path: string) => fetch(new URL(path, app.url));
async function newLink(): Promise<string> {
  const { client } = await insertPerson(app);
  return new URL((await client.call(startCalendar)).url).pathname;
}

/** The number of reads until one is refused. */
async function readsUntilRefused(path: string): Promise<number> {
  for (let count = 0; count < 1000; count++) {
    const response = await read(path);
    if (response.status !== 429) continue;
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    return count;
  }
  throw new Error('no read was refused');
}

it('refuses reads that come too often, of this calendar only', async () => {
  const [mine, other] = [await newLink(), await newLink()];
  expect(await readsUntilRefused(mine)).toBe(30);
  expect((await read(other)).status).toBe(200);
});

it('refuses an address that tries unknown links', async () => {
  expect(await readsUntilRefused(`/calendar/${'A'.repeat(43)}.ics`)).toBe(600);
});

it('ends all links in a restored database', async () => {
  await newLink();
  await app.context.db.tx(async (tx) => {
    for (const { afterRestore } of app.modules) await afterRestore?.(tx);
  });
  expect(await app.context.db.sql`select 1 from calendars`).toEqual([]);
});
