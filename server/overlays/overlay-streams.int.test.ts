import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '#server/platform/postgres/db.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import type { Person } from '#testing/insert-person.ts';
import { OverlayReader } from '#testing/overlays/overlay-reader.ts';
import { alertTexts, OverlayStage } from '#testing/overlays/overlay-stage.ts';
import { PledgeStage } from '#testing/pledge-stage.ts';
import { overlayStreams } from './overlay-streams.ts';

let stage: PledgeStage;
let overlays: OverlayStage;
let creator: Person;
beforeAll(async () => {
  stage = await PledgeStage.open();
  overlays = new OverlayStage(stage);
  ({ creator } = stage.people);
});
afterEach(() => overlays.clear());
afterAll(() => stage.close());

/** Keeps streams waiting while they read events that they have missed. Returns the function that lets them go on. */
async function holdReaders(): Promise<() => Promise<void>> {
  const session = stage.sql.reserve();
  await session`begin`;
  await session`lock table creator_applications in access exclusive mode`;
  return async () => {
    await session`rollback`;
    await session.release();
  };
}

const waitsFor = async (locktype: string, sql: Connection = stage.sql): Promise<number> => {
  const rows = await sql`
    select from pg_locks l where not l.granted and l.locktype = ${locktype}
      and l.pid in (select a.pid from pg_stat_activity a where a.datname = current_database())`;
  return rows.length;
};

/** Another node, which runs no jobs. */
const addNode = () => startTestApp({ beside: stage.app, env: { ROLE: 'web' } });
const on = (app: TestApp, url: string) => app.url + new URL(url).pathname;

describe('Last-Event-ID', () => {
  it('brings each missed alert once, on every node, and after a restart', async () => {
    const pool = await stage.newPool(10_000_00);
    const { url } = await overlays.create(creator, pool);
    await overlays.pledgeAs('Before', pool, 10_00);
    const first = await overlays.watch(url);
    expect(first.alerts).toEqual([]);
    await overlays.pledgeAs('One', pool, 10_00);
    await expect.poll(() => alertTexts(first)).toEqual(['One']);
    await expect.poll(() => first.view.goal.pledged).toBe('$20');
    first.leave();
    await overlays.pledgeAs('Two', pool, 10_00);
    await overlays.pledgeAs('Three', pool, 10_00);

    const node = await addNode();
    const again = await overlays.watch(url, { after: first.lastId ?? '' });
    const elsewhere = await overlays.watch(on(node, url), { after: first.lastId ?? '' });
    for (const reader of [again, elsewhere]) {
      await expect.poll(() => alertTexts(reader)).toEqual(['Two', 'Three']);
      expect(reader.messages.map(({ id }) => Number(id))).toEqual(
        reader.messages.map(({ id }) => Number(id)).toSorted((a, b) => a - b),
      );
    }
    // From the place of an alert that was shown, while others waited.
    const waiting = again.messages.find(({ data }) => data.text === 'Two')?.id ?? '';
    const resumed = await overlays.watch(url, { after: waiting });
    await expect.poll(() => alertTexts(resumed)).toEqual(['Three']);
    await overlays.pledgeAs('Four', pool, 10_00);
    for (const reader of [again, elsewhere])
      await expect.poll(() => alertTexts(reader)).toEqual(['Two', 'Three', 'Four']);

    await node.close();
    await expect.poll(() => elsewhere.hasEnded).toBe(true);
    await overlays.pledgeAs('Five', pool, 10_00);
    const restarted = await addNode();
    const back = await overlays.watch(on(restarted, url), { after: elsewhere.lastId ?? '' });
    await expect.poll(() => alertTexts(back)).toEqual(['Five']);
    await overlays.pledgeAs('Six', pool, 10_00);
    await expect.poll(() => alertTexts(back)).toEqual(['Five', 'Six']);
    await expect.poll(() => alertTexts(again)).toEqual(['Two', 'Three', 'Four', 'Five', 'Six']);
    await restarted.close();
  }, 60_000);

  it('of an old or unknown place repeats nothing old', async () => {
    const pool = await stage.newPool(1000_00);
    const { url } = await overlays.create(creator, pool);
    await overlays.pledgeAs('Long ago', pool, 10_00);
    await stage.sql`update events set occurred_at = occurred_at - interval '2 hours' where pool_id = ${pool.id}`;
    await overlays.pledgeAs('Recent', pool, 10_00);
    const old = await overlays.watch(url, { after: '1' });
    await expect.poll(() => alertTexts(old)).toEqual(['Recent']);
    const future = await overlays.watch(url, { after: '999999999' });
    expect(Number(future.lastId)).toBeLessThan(999_999);
    await overlays.pledgeAs('New', pool, 10_00);
    await expect.poll(() => alertTexts(future)).toEqual(['New']);
    expect(alertTexts(await overlays.watch(url, { after: 'nonsense' }))).toEqual([]);
  });

  it('loses nothing while many pledge and streams come and go', async () => {
    const pool = await stage.newPool(10_000_00);
    const { url } = await overlays.create(creator, pool, { alerts: ['pledges'] });
    let reader = await overlays.watch(url);
    const seen: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      const pledging = overlays.pledgeAs(`Fan ${round}`, pool, 10_00);
      await new Promise((resolve) => setTimeout(resolve, round * 40));
      reader.leave();
      seen.push(...alertTexts(reader));
      reader = await overlays.watch(url, { after: reader.lastId ?? '' });
      await pledging;
    }
    await expect
      .poll(() => [...seen, ...alertTexts(reader)])
      .toEqual([0, 1, 2, 3, 4, 5].map((round) => `Fan ${round}`));
  }, 60_000);
});

describe('a stream that begins', () => {
  it('gets an alert of the moment in which the last other one leaves', async () => {
    const [pool, other] = [await stage.newPool(), await stage.newPool()];
    const { url } = await overlays.create(creator, pool, { alerts: ['pledges'] });
    const first = await overlays.watch(url);
    const { lastId: after = '' } = first;
    await overlays.watch((await overlays.create(creator, other)).url);
    await overlays.pledgeAs('Ada', pool, 10_00);
    await expect.poll(() => alertTexts(first)).toEqual(['Ada']);
    const release = await holdReaders();
    const second = overlays.watch(url, { after });
    await expect.poll(() => waitsFor('relation')).toBe(1);
    first.leave();
    await expect.poll(() => overlayStreams(stage.context).count).toBe(1);
    await overlays.pledgeAs('Grace', pool, 10_00);
    // Time for the check of new events, which does not know this pool.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await release();
    const reader = await second;
    await expect.poll(() => alertTexts(reader), { timeout: 5000 }).toEqual(['Ada', 'Grace']);
  });

  it('and whose reader leaves before its first message, is not read for any more', async () => {
    const pool = await stage.newPool();
    const { url } = await overlays.create(creator, pool, { alerts: ['pledges'] });
    const first = await overlays.watch(url);
    const { lastId: after = '' } = first;
    await overlays.pledgeAs('Ada', pool, 10_00);
    await expect.poll(() => alertTexts(first)).toEqual(['Ada']);
    first.leave();
    await expect.poll(() => overlayStreams(stage.context).count).toBe(0);
    const release = await holdReaders();
    const second = await OverlayReader.open(url, { after });
    await expect.poll(() => waitsFor('relation')).toBe(1);
    second.leave();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await release();
    // Readers of the log wait for this lock as soon as there is something new.
    const session = stage.sql.reserve();
    await session`select pg_advisory_lock(hashtextextended('event log', 0))`;
    await overlays.pledgeAs('Grace', pool, 10_00);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const waiting = await waitsFor('advisory');
    await session.release();
    expect(waiting).toBe(0);
  });
});

it('ends a stream that begins while the server stops', async () => {
  const { url } = await overlays.create(creator, await stage.newPool());
  const node = await addNode();
  const session = stage.sql.reserve();
  // Makes readers of the log wait.
  await session`select pg_advisory_lock(hashtextextended('event log', 0))`;
  await stage.newPool();
  const reader = await OverlayReader.open(on(node, url));
  const stoppedAt = performance.now();
  const closing = node.close();
  const isListening = () =>
    fetch(node.url).then(
      () => true,
      () => false,
    );
  await expect.poll(isListening).toBe(false);
  await session.release();
  await closing;
  // The server waits eight seconds for answers, and then ends their connections.
  expect(performance.now() - stoppedAt).toBeLessThan(7500);
  expect([reader.status, reader.messages]).toEqual([200, []]);
});

describe('limits', () => {
  it('stop an address that tries tokens', async () => {
    const node = await startTestApp({ beside: stage.app, env: { ROLE: 'web', RATE_LIMITS: '1' } });
    const ask = (token: string) => fetch(`${node.url}/overlay/${token}`);
    const guess = async () => (await ask('A'.repeat(43))).status;
    const answers: number[] = [];
    for (let count = 0; count < 61; count += 1) answers.push(await guess());
    expect(new Set(answers.slice(0, 60))).toEqual(new Set([404]));
    expect(answers.at(-1)).toBe(429);
    // An overlay that opens at this address now shows nothing, and asks again.
    const { url } = await overlays.create(creator, await stage.newPool());
    const page = await ask(url.split('/').at(-1) ?? '');
    expect([page.status, await page.text()]).toEqual([429, expect.stringContaining('<script')]);
    await node.close();
  });

  it('refuse a 21st stream of one overlay, also if all come at once, and free its place when one leaves', async () => {
    const { url } = await overlays.create(creator, await stage.newPool());
    const readers = await Promise.all(Array.from({ length: 25 }, () => OverlayReader.open(url)));
    const [open, refused] = [200, 429].map((status) => readers.filter((reader) => reader.status === status));
    expect([open?.length, refused?.length]).toEqual([20, 5]);
    expect(refused?.[0]?.headers.get('retry-after')).toBe('60');
    open?.[0]?.leave();
    await expect.poll(async () => (await OverlayReader.open(url)).status).toBe(200);
  });

  it('count no stream whose reader left before the server knew the overlay', async () => {
    const { url } = await overlays.create(creator, await stage.newPool());
    const session = stage.sql.reserve();
    await session`begin`;
    await session`lock table overlays in access exclusive mode`;
    const leaving = new AbortController();
    const left = Array.from({ length: 20 }, () => fetch(`${url}/events`, { signal: leaving.signal }).catch(() => null));
    // The requests have all other connections.
    await expect.poll(() => waitsFor('relation', session)).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 200));
    leaving.abort();
    await Promise.all(left);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await session`rollback`;
    await session.release();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect((await overlays.watch(url)).status).toBe(200);
  });

  it('refuse a 101st stream of one address, whatever it shows, and free its place when one leaves', async () => {
    const node = await startTestApp({ beside: stage.app, env: { ROLE: 'web', TRUSTED_PROXIES: '127.0.0.1' } });
    const pool = await stage.newPool();
    const readers: OverlayReader[] = [];
    const open = async (url: string, from: string) => {
      const reader = await OverlayReader.open(on(node, url), { from });
      readers.push(reader);
      return reader;
    };
    for (let overlay = 0; overlay < 5; overlay += 1) {
      const { url } = await overlays.create(creator, pool);
      const opened = await Promise.all(Array.from({ length: 20 }, () => open(url, '203.0.113.7')));
      expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
    }
    const { url } = await overlays.create(creator, pool);
    const refused = await open(url, '203.0.113.7');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await open(url, '203.0.113.8')).status).toBe(200);
    readers[0]?.leave();
    await expect.poll(async () => (await open(url, '203.0.113.7')).status).toBe(200);
    expect((await open(url, '203.0.113.7')).status).toBe(429);
    await node.close();
  });
});
