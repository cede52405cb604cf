import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { getCreatorDashboard } from '#contract/creator-dashboard.ts';
import { listMyPledges } from '#contract/pledges.ts';
import { listPools, poolStatuses } from '#contract/pools.ts';
import { getPaymentProof } from '#contract/transparency.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { compileCacheEnv } from '#testing/compile-cache.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { programs } from '#testing/programs.ts';

/** The demo of an old version (fixtures/README.md), restored and migrated by this version. */
const fixture = join(import.meta.dirname, 'fixtures', 'demo-fa77108.backup');
const database = `upgraded_${process.pid}`;
let dataDir = '';
let app: TestApp;

beforeAll(async () => {
  const server = inject('databaseServer');
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-upgrade-'));
  await administer(server, (sql) => sql.unsafe(`create database ${database} template template0`));
  const url = databaseUrl(server, database);
  const child = spawn(process.execPath, [programs.cli, 'restore', fixture], {
    env: {
      ...compileCacheEnv,
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  // It exits with 1 if an invariant does not hold.
  expect(code, output + errors).toBe(0);
  app = await startTestApp({ beside: { databaseUrl: url }, env: { DATA_DIR: dataDir } });
}, 120_000);
// close() checks the invariants again, after what the tests did.
afterAll(async () => {
  await app?.close();
  await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database ${database} with (force)`));
  await rm(dataDir, { recursive: true, force: true });
});

async function signedIn(label: string) {
  const { email = '', password = '' } = demoAccounts.find((account) => account.label === label) ?? {};
  const client = app.client();
  await client.call(login, { body: { email, password } });
  return client;
}

it('keeps pools in every state', async () => {
  const states = await app.context.db.sql<{ status: string }[]>`select distinct status from pools`;
  const known = states.map(({ status }) => status);
  expect(known.length).toBeGreaterThan(10);
  expect(poolStatuses).toEqual(expect.arrayContaining(known));
  const feed = await app.client().call(listPools, { query: {} });
  expect(feed.pagination.totalCount).toBeGreaterThanOrEqual(42);
});

it('lets people sign in with their old passwords, and shows their pledges with a proof of each payment', async () => {
  const fan = await signedIn('Fan');
  const pledges = await fan.call(listMyPledges);
  expect(pledges.map(({ status }) => status)).toEqual(expect.arrayContaining(['notified', 'paid', 'pledged']));
  const paid = pledges.filter(({ status }) => status === 'paid');
  // The hash chain of the ledger did not exist in that version.
  for (const { id } of paid) expect((await fan.call(getPaymentProof, { params: { id } })).text).toContain(id);
});

it('shows a creator their requests, work and earnings', async () => {
  const { requests, work, done, earnings } = await (await signedIn('Creator')).call(getCreatorDashboard);
  expect(Math.min(requests.length, work.length, done.length)).toBeGreaterThan(0);
  expect(earnings).toBeDefined();
});
