import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { login } from '#contract/accounts.ts';
import { getCreatorDashboard } from '#contract/creators/creator-dashboard.ts';
import { listMyPledges } from '#contract/pledges/pledges.ts';
import { listPools, poolStatuses } from '#contract/pools/pools.ts';
import { getPaymentProof } from '#contract/transparency.ts';
import { demoAccounts } from '#server/accounts/demo-accounts.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { migrate } from '#server/platform/postgres/migrate.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { administer, createTestDatabase, databaseUrl } from '#testing/database.ts';
import { type UpgradeReport, upgradeWithKills } from './interrupted-upgrade.ts';

/** The demo of an old version (fixtures/README.md), loaded by this version and migrated by processes that are killed. */
const fixture = join(import.meta.dirname, 'fixtures', 'demo-73b05350.backup');
const database = `upgraded_${process.pid}`;
let dataDir = '';
let app: TestApp;
let upgrade: UpgradeReport;

beforeAll(async () => {
  const server = inject('databaseServer');
  dataDir = await mkdtemp(join(tmpdir(), 'fanfare-upgrade-'));
  await administer(server, (sql) => sql.unsafe(`create database ${database} template template0`));
  const url = databaseUrl(server, database);
  upgrade = await upgradeWithKills({ url, dataDir, backup: fixture }, async (sql) => {
    await addOddTexts(sql);
    await addFiles(sql);
  });
  // It exits with 1 if an invariant does not hold.
  expect(upgrade.final.code, upgrade.final.output).toBe(0);
  app = await startTestApp({ beside: { databaseUrl: url }, env: { DATA_DIR: dataDir } });
  await app.context.jobs.drain();
}, 120_000);
// close() checks the invariants again, after what the tests did.
afterAll(async () => {
  await app?.close();
  await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database ${database} with (force)`));
  await rm(dataDir, { recursive: true, force: true });
});

/** Texts that earlier versions took. Emails by the name of the person; those of `rival` and `owner` stay as they are. */
const odd = {
  nameless: 'ne\u200bw@example.net',
  twin: 'tw\u200bin@example.net',
  rival: 'twin@example.net',
  // The joiner is a part of the domain: without it, mail would reach others.
  joined: 'ali@\u0646\u0627\u0645\u0647\u200c\u0627\u06cc.example',
  wide: 'wide@\uff45xample\u3002\uff43om',
  mixed: '\uff4cocal@b\u00fccher.\uff45xample',
};

async function addOddTexts(sql: Sql): Promise<void> {
  const emails = Object.values(odd);
  await sql`
    update users u set email = e.email, username = e.name, email_verified_at = now(),
      display_name = case e.name when 'nameless' then ${'\u3164\u0301'} when 'twin' then ${'Zoe\u0308 \u3164'} else display_name end
    from (select id, row_number() over (order by id) as n from users where role = 'user' and deleted_at is null and email <> all (${demoAccounts.map(({ email }) => email)})) p
    join unnest(${Object.keys(odd)}::text[], ${emails}::text[]) with ordinality as e (name, email, n) on e.n = p.n
    where u.id = p.id`;
  await sql`insert into undeliverable_addresses (address, diagnostic) values (${odd.wide}, '550')`;
  await sql`update pools set title = ${'Ein gro\u00dfer Gru\u00df f\u00fcr 100\uff05 Fans'} where id = (select id from pools where status = 'open' and not adult limit 1)`;
}

/** The backup has no files. */
async function addFiles(sql: Sql): Promise<void> {
  for (const { key, sizeBytes } of await sql<
    { key: string; sizeBytes: number }[]
  >`select key, size_bytes from uploads`) {
    const path = join(dataDir, 'files', key);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.alloc(sizeBytes));
  }
}

async function signedIn(label: string) {
  const { email = '', password = '' } = demoAccounts.find((account) => account.label === label) ?? {};
  const client = app.client();
  await client.call(login, { body: { email, password } });
  return client;
}

it('undoes a migration whose process is killed within it', () => {
  const { loaded, killedWithin } = upgrade;
  expect(loaded).toEqual({ migrations: ['0001_baseline.sql'], routines: [], hasNewColumn: false });
  expect(killedWithin).toEqual(loaded);
});

it('continues with the next routine after a kill between two', () => {
  const { migrations, routines, hasNewColumn } = upgrade.killedBetween;
  expect(migrations).toEqual(
    readdirSync('migrations')
      .filter((name) => /^\d{4}_/.test(name))
      .toSorted(),
  );
  expect(routines).toEqual(['server/accounts/keep-one-admin.sql', 'server/accounts/refuse-erased.sql']);
  expect(hasNewColumn).toBe(true);
});

it('fixes names and addresses with characters that no one sees or types', async () => {
  const { sql } = app.context.db;
  const names = Object.keys(odd);
  const rows = await sql<{ username: string; email: string; displayName: string | null; confirmed: boolean }[]>`
    select username, email, display_name, email_verified_at is not null as confirmed from users where username = any(${names})`;
  const people = Object.fromEntries(rows.map(({ username, ...row }) => [username, row]));
  expect(people).toMatchObject({
    nameless: { email: 'new@example.net', displayName: null, confirmed: false },
    twin: { email: odd.twin, displayName: 'Zoe\u0308 \u3164' },
    rival: { email: odd.rival },
    joined: { email: odd.joined, confirmed: true },
    wide: { email: 'wide@example.com', confirmed: true },
    mixed: { email: odd.mixed },
  });
  const refused = await sql`select address from undeliverable_addresses where diagnostic = '550'`;
  expect(refused).toEqual([{ address: 'wide@example.com' }]);
});

it('finds pools by words that the index did not have', async () => {
  for (const search of ['grosser', '100%']) {
    const { pools } = await app.client().call(listPools, { query: { search } });
    expect(pools.map(({ title }) => title)).toContain('Ein gro\u00dfer Gru\u00df f\u00fcr 100\uff05 Fans');
  }
});

it('finds the pool and the person of earlier notices', async () => {
  const [row] = await app.context.db.sql<{ all: number; found: number }[]>`
    select count(*) as all, count(*) filter (where pool_id is not null and person_id is not null) as found
    from notifications where kind = 'pool_commented'`;
  expect(row?.all).toBeGreaterThan(100);
  expect(row?.found).toBe(row?.all);
});

it('keeps pools in every state', async () => {
  const states = await app.context.db.sql<{ status: string }[]>`select distinct status from pools`;
  const statuses = states.map(({ status }) => status);
  expect(statuses.length).toBeGreaterThan(10);
  expect(poolStatuses).toEqual(expect.arrayContaining(statuses));
  const feed = await app.client().call(listPools, { query: {} });
  expect(feed.pagination.totalCount).toBeGreaterThanOrEqual(42);
});

it('lets people sign in with their old passwords, and shows their pledges with a proof of each payment', async () => {
  const fan = await signedIn('Fan');
  const pledges = await fan.call(listMyPledges);
  expect(pledges.map(({ status }) => status)).toEqual(expect.arrayContaining(['notified', 'paid', 'pledged']));
  const paid = pledges.filter(({ status }) => status === 'paid');
  for (const { id } of paid) expect((await fan.call(getPaymentProof, { params: { id } })).text).toContain(id);
});

it('shows a creator their requests, work and earnings', async () => {
  const { requests, work, done, earnings } = await (await signedIn('Creator')).call(getCreatorDashboard);
  expect(Math.min(requests.length, work.length, done.length)).toBeGreaterThan(0);
  expect(earnings).toBeDefined();
});

it('gives a database of the last version before 1.0 what came after it', async () => {
  const { url, drop } = await createTestDatabase();
  const log = createLogger('silent');
  const db = openDatabase(url, { log, max: 2 });
  const columns = () =>
    db.sql`select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`;
  const triggers = () => db.sql`select tgname from pg_trigger where not tgisinternal order by 1`;
  const before = [await columns(), await triggers()];
  await db.sql.unsafe(`
    alter table pools drop column content_mark cascade;
    drop table passkeys, passkey_challenges, authenticator_apps, recovery_codes, sign_in_steps, known_devices, approval_requests,
      former_emails cascade;
    alter table users drop column has_second_factor cascade, drop column second_factor_grace_until cascade;
    alter table sessions drop column proven_at cascade;
    alter table payout_accounts drop column bank_print, drop column account_changed_at, drop column held_until;
    delete from schema_routines;
    delete from schema_migrations;
    insert into schema_migrations (name, checksum) values ('0001_start.sql', ''), ('0198_search_pending_list.sql', '')`);
  await migrate(db, log);
  expect([await columns(), await triggers()]).toEqual(before);
  await db.close();
  await drop();
});
