import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import { listPools, poolStatuses } from '#contract/pools.ts';
import { getPaymentProof } from '#contract/transparency.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { type UpgradeReport, upgradeWithKills } from './interrupted-upgrade.ts';

/** The demo of an old version (fixtures/README.md), loaded by this version and migrated by processes that are killed. */
const fixture = join(import.meta.dirname, 'fixtures', 'demo-fa77108.backup');
const database = `upgraded_${process.pid}`;
let dataDir = '';
let app: TestApp;
let upgrade: UpgradeReport;

beforeAll(async () => {
  const server = inject('databaseServer');
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-upgrade-'));
  await administer(server, (sql) => sql.unsafe(`create database ${database} template template0`));
  const url = databaseUrl(server, database);
  upgrade = await upgradeWithKills(url, dataDir, fixture);
  // It exits with 1 if an invariant does not hold.
  expect(upgrade.final.code, upgrade.final.output).toBe(0);
  app = await startTestApp({ beside: { databaseUrl: url }, env: { DATA_DIR: dataDir } });
  // The first start with the ledger's hash chain publishes a root in a job.
  await app.context.jobs.drain();
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

it('undoes a migration whose process is killed within it', () => {
  const { loaded, killedWithin } = upgrade;
  expect(loaded.hasOldColumn).toBe(true);
  expect(killedWithin.applied.length).toBeGreaterThan(loaded.applied.length);
  expect(killedWithin.applied.at(-1)).toBe('0052_takedown_pictures.sql');
  expect(killedWithin.hasOldColumn).toBe(true);
});

it('continues with the next migration after a kill between two', () => {
  expect(upgrade.killedBetween.applied.at(-1)).toBe('0066_upload_details.sql');
  expect(upgrade.killedBetween.hasOldColumn).toBe(false);
});

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
