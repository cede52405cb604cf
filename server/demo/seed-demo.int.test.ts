import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { listReports } from '#contract/admin/moderation.ts';
import { listComments } from '#contract/comments.ts';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { listCategories } from '#contract/creators/creators.ts';
import { listLikedPools } from '#contract/likes.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import { listPools, poolStatuses } from '#contract/pools.ts';
import { getPaymentProof } from '#contract/transparency.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { compileCacheEnv } from '#testing/compile-cache.ts';
import { programs } from '#testing/programs.ts';
import { demoComments, demoPools, demoUpdates } from './demo-content.ts';
import { acquireDemoLock, releaseDemoLock } from './demo-record.sql.ts';
import { seedDemo } from './seed-demo.ts';

let app: TestApp;

// This app only serves requests; the seeding process runs the jobs.
beforeAll(async () => {
  app = await startTestApp({ env: { ROLE: 'web' } });
});
// close() checks the invariants of `cli check`.
afterAll(() => app.close());

async function seed(): Promise<boolean> {
  const { config } = app.context;
  const limitless = { ...config, role: 'all' as const, rateLimitFactor: 0 };
  const platform = openPlatform(limitless, config.databaseUrl ?? '', createLogger('error'));
  try {
    return await seedDemo(platform);
  } finally {
    await platform.db.close();
  }
}

/** Starts the server on the empty database and kills it once the demo has three pools. Returns the feed's status and the progress lines. */
async function startAndKill(): Promise<{ feed: number; demo: string[] }> {
  const { config } = app.context;
  const child = spawn(process.execPath, [programs.server, '--no-pages'], {
    env: {
      ...compileCacheEnv,
      NODE_ENV: 'test',
      PORT: '0',
      DATABASE_URL: config.databaseUrl ?? '',
      DATA_DIR: config.dataDir,
      DEMO_DATA: '1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  while ((await count('pools')) < 3) {
    if (child.exitCode !== null) throw new Error(`the server exited early: ${output}`);
    await sleep(20);
  }
  const url = /Server listening at (http:[^"]+)/.exec(output)?.[1];
  const feed = (await fetch(`${url}/api/pools`)).status;
  child.kill('SIGKILL');
  await ended;
  return { feed, demo: output.match(/^demo: .+$/gm) ?? [] };
}

async function count(table: string): Promise<number> {
  const [row] = await app.context.db.sql<{ n: number }[]>`select count(*) as n from ${app.context.db.sql(table)}`;
  return row?.n ?? 0;
}

describe('demo data', () => {
  it('waits for another process that fills it, longer than a statement may run', async () => {
    const { sql } = app.context.db;
    const [first, second] = [await sql.reserve(), await sql.reserve()];
    try {
      await acquireDemoLock(first);
      await second`set statement_timeout = '50ms'`;
      const waiting = acquireDemoLock(second).then(() => 'acquired');
      expect(await Promise.race([waiting, sleep(200, 'still waiting')])).toBe('still waiting');
      await releaseDemoLock(first);
      expect(await waiting).toBe('acquired');
      await releaseDemoLock(second);
      expect(await second`show statement_timeout`).toEqual([{ statementTimeout: '30s' }]);
    } finally {
      first.release();
      second.release();
    }
  });

  it('fills while the server serves requests, and starts over after a kill', { timeout: 240_000 }, async () => {
    const { feed, demo } = await startAndKill();
    expect(feed).toBe(200);
    expect(demo[0]).toMatch(/^demo: \d+ creators, \d+ fans$/);
    expect(demo.join()).not.toContain('complete');
    expect(await count('users')).toBeGreaterThan(20);
    expect(await seed()).toBe(true);
    expect(await count('pools')).toBe(demoPools.length);
    expect(await seed()).toBe(false);
    expect(await count('pools')).toBe(demoPools.length);
  });

  it('has pools in every state and every category, with pictures', async () => {
    const { sql } = app.context.db;
    const states = await sql<{ status: string }[]>`select distinct status from pools`;
    expect(states.map(({ status }) => status).sort()).toEqual([...poolStatuses].sort());
    const visitor = app.client();
    const total = async (query: { categories?: string }) =>
      (await visitor.call(listPools, { query })).pagination.totalCount;
    expect(await total({})).toBeGreaterThanOrEqual(42);
    for (const { name } of await visitor.call(listCategories)) {
      if (name !== 'NSFW') expect(await total({ categories: name }), name).toBeGreaterThanOrEqual(3);
    }
    const pictures = await sql<{ key: string }[]>`select key from images`;
    expect(pictures.length).toBeGreaterThan(80);
    const picture = await fetch(`${app.url}/media/images/${pictures[0]?.key}-400.webp`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('gives each of the three demo accounts something to do', async () => {
    const signedIn = async (label: string) => {
      const { email = '', password = '' } = demoAccounts.find((one) => one.label === label) ?? {};
      const client = app.client();
      await client.call(login, { body: { email, password } });
      return client;
    };
    const fan = await signedIn('Fan');
    expect((await fan.call(listLikedPools)).pools.length).toBeGreaterThan(2);
    const pledges = (await fan.call(listMyPledges)).map(({ status }) => status);
    expect(pledges).toEqual(expect.arrayContaining(['notified', 'paid', 'pledged']));
    const paid = (await fan.call(listMyPledges)).filter(({ status }) => status === 'paid');
    for (const { id } of paid) expect((await fan.call(getPaymentProof, { params: { id } })).text).toContain(id);
    const { requests, work, done, earnings } = await (await signedIn('Creator')).call(getCreatorDashboard);
    expect(Math.min(requests.length, work.length, done.length)).toBeGreaterThan(0);
    expect(earnings).toBeDefined();
    const admin = await signedIn('Admin');
    const reports = await admin.call(listReports, { query: {} });
    expect(reports.pagination.totalCount).toBeGreaterThan(1);
  });

  it('has a pool with several pages of comments', async () => {
    const [title = ''] = Object.keys(demoComments);
    const [pool] = await app.context.db.sql<{ id: string }[]>`select id from pools where title = ${title}`;
    const { pagination } = await app.client().call(listComments, { params: { id: pool?.id ?? '' } });
    expect(pagination.totalPages).toBeGreaterThan(1);
  });

  it('has updates for everyone and for contributors, older than their comments', async () => {
    const { sql } = app.context.db;
    const rows = await sql<{ audience: string; pictures: number }[]>`
      select audience, (select count(*) from pool_update_images m where m.update_id = x.id) as pictures from pool_updates x`;
    expect(rows.length).toBe(Object.values(demoUpdates).flat().length);
    expect(new Set(rows.map(({ audience }) => audience))).toEqual(new Set(['everyone', 'contributors']));
    expect(rows.filter(({ pictures }) => pictures > 0).length).toBeGreaterThan(3);
    const early = await sql`
      select 1 from pool_updates x join pools p on p.id = x.pool_id left join comments c on c.update_id = x.id
      where x.created_at < p.created_at or c.created_at < x.created_at`;
    expect(early.length).toBe(0);
  });

  it('deletes nothing if another person has an account', async () => {
    const { sql } = app.context.db;
    await sql`update demo.seed set finished_at = null`;
    await sql`insert into users (email, username, email_verified_at) values ('real@people.example', 'real_person', now())`;
    expect(await seed()).toBe(false);
    expect(await count('pools')).toBe(demoPools.length);
  });
});
