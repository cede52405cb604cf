import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { overlayPath, usualOverlaySettings } from '#contract/overlays/overlay-limits.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { saveTestCard } from '#server/money/cards/save-test-card.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { pledgeToPool } from '#server/pledges/pledge-to-pool.ts';
import { quantile, waitForQuiet } from './load.ts';
import type { ProcessLoad } from './process-load.ts';
import { type Figures, ms } from './report.ts';
import type { Stage } from './stage.ts';

const streams = Number(process.env.BENCH_STREAMS ?? 1000);
const idleMs = Number(process.env.BENCH_SECONDS ?? 60) * 1000;
const pledges = 20;
/** As many as one address may have open. */
const streamsPerAddress = 50;

const tokenOf = (n: number) => String(n).padStart(43, 'x');

async function addPerson({ db: { sql } }: MoneyContext, name: string): Promise<string> {
  const [row] = await sql<{ id: string }[]>`
    insert into users (email, username, email_verified_at) values (${`${name}@example.org`}, ${name}, now()) returning id`;
  assert.ok(row);
  return row.id;
}

/** A pool with its creator, and many overlays of it. */
async function addOverlays(context: MoneyContext): Promise<string> {
  const { sql } = context.db;
  const [owner, creator] = [await addPerson(context, 'owner'), await addPerson(context, 'maker')];
  const [pool] = await sql<{ id: string }[]>`
    insert into pools (owner_id, title, title_slug, slug, url_hash, description, goal_cents, deadline, clock_at, assigned_creator_id, status)
    values (${owner}, 'A song', 'a-song', 'a-song', 'hash', 'Please write a song.', 10000000, now() + interval '30 days',
      now() + interval '30 days', ${creator}, 'open') returning id`;
  assert.ok(pool);
  const rows = Array.from({ length: streams }, (_, n) => ({
    userId: creator,
    poolId: pool.id,
    tokenHash: hashToken(tokenOf(n)),
    settings: JSON.stringify(usualOverlaySettings),
  }));
  for (const { userId, poolId, tokenHash, settings } of rows)
    await sql`insert into overlays (user_id, pool_id, token_hash, settings) values (${userId}, ${poolId}, ${tokenHash}, ${settings}::jsonb)`;
  return pool.id;
}

/** Opens a stream as the page does; calls `onAlert` for each alert. Resolves after the first view. */
async function openStream(url: string, n: number, onAlert: () => void): Promise<void> {
  const from = `10.0.0.${1 + Math.floor(n / streamsPerAddress)}`;
  const answer = await fetch(`${url}${overlayPath(tokenOf(n))}/events`, { headers: { 'x-forwarded-for': from } });
  assert.equal(answer.status, 200);
  assert.ok(answer.body);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  void (async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      for (const _ of value.matchAll(/^event: alert$/gm)) onAlert();
    }
  })().catch(() => undefined);
}

/** The cost of many open overlays of one pool while nothing happens, and how long a pledge takes to all of them. */
export async function measureOverlays(stage: Stage): Promise<Figures> {
  const url = await stage.createDatabase('overlays');
  const context = await stage.openOperations(url, { ROLE: 'web' });
  await context.jobs.start();
  const poolId = await addOverlays(context);
  const product = await stage.startProduct(url, { TRUSTED_PROXIES: '127.0.0.1' });
  const load = async () => (await product.ask({})) as ProcessLoad;
  const before = (await product.ask({ collect: true })) as ProcessLoad;
  await sleep(5000);
  const idleAlone = await idleShare(load);
  const arrivals: number[] = [];
  for (let n = 0; n < streams; n += 20) {
    const some = Array.from({ length: Math.min(20, streams - n) }, (_, k) => n + k);
    await Promise.all(some.map((each) => openStream(product.url, each, () => arrivals.push(performance.now()))));
  }
  const memory = ((await product.ask({ collect: true })) as ProcessLoad).memory - before.memory;
  await sleep(5000);
  await waitForQuiet();
  const idle = await idleShare(load);
  const latencies: number[] = [];
  const cpuBefore = (await load()).cpu;
  for (let n = 0; n < pledges; n += 1) {
    const fanId = await addPerson(context, `fan_${n}`);
    await saveTestCard(context, fanId, 'pays');
    arrivals.length = 0;
    const actor = {
      userId: fanId,
      username: `fan_${n}`,
      sessionId: fanId,
      role: 'user' as const,
      locale: 'en' as const,
      suspended: false,
      emailVerified: true,
      hasFreshProof: false,
    };
    const begin = performance.now();
    await pledgeToPool(context, actor, {
      poolId,
      amountCents: 1000,
      requestKey: `n${n}`,
      useSavedCard: true,
      seesAdult: true,
    });
    for (let waits = 0; arrivals.length < streams && waits < 500; waits += 1) await sleep(20);
    assert.equal(arrivals.length, streams);
    latencies.push(...arrivals.map((at) => at - begin));
  }
  const cpuOfPledge = ((await load()).cpu - cpuBefore) / pledges;
  await context.jobs.stop();
  await product.stop();
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  return {
    rows: [
      ['', `${streams} overlays of one pool`],
      ['idle: processor time of the server, of one core', percent(idle)],
      ['the same without a stream', percent(idleAlone)],
      ['memory of each stream', `${Math.round(memory / streams / 1024)} KB`],
      ['one pledge until a stream has its alert, median', ms(quantile(latencies, 0.5))],
      ['the same, 95 % of the streams', ms(quantile(latencies, 0.95))],
      ['processor time of the server for one pledge', ms(cpuOfPledge * 1000)],
    ],
    notes: [
      `Each overlay has its own settings and one stream. Idle: ${idleMs / 1000} s with heartbeats. A pledge counts from its call to the alert in the client, with the 100 ms in which announcements are collected; ${pledges} pledges, one after another.`,
    ],
  };
}

async function idleShare(load: () => Promise<ProcessLoad>): Promise<number> {
  const [begin, { cpu }] = [performance.now(), await load()];
  await sleep(idleMs);
  return ((await load()).cpu - cpu) / ((performance.now() - begin) / 1000);
}
