import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

it('continues with the next routine after a kill between two', async () => {
  const { migrations, routines, hasNewColumn } = upgrade.killedBetween;
  expect(migrations).toEqual(
    readdirSync('migrations')
      .filter((name) => /^\d{4}_/.test(name))
      .sort(),
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

/** Migrates a database of the last version before 1.0, in which `prepare` has stored rows. */
async function upgradeOld(prepare: (sql: Sql) => Promise<unknown>, check: (sql: Sql) => Promise<void>): Promise<void> {
  const log = createLogger('silent');
  const [server, name] = [inject('databaseServer'), `before_${process.pid}`];
  await administer(server, (sql) => sql.unsafe(`create database ${name} template template0`));
  const db = openDatabase(databaseUrl(server, name), { log, max: 2 });
  for (const file of ['0001_baseline.sql', '0002_first_release.sql']) {
    await db.sql.unsafe(await readFile(join('migrations', file), 'utf8'));
  }
  await db.sql.unsafe(`
    create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default clock_timestamp());
    insert into schema_migrations (name, checksum) values ('0001_start.sql', ''), ('0198_search_pending_list.sql', '')`);
  await prepare(db.sql);
  await migrate(db, log);
  await check(db.sql);
  await db.close();
  await administer(server, (sql) => sql.unsafe(`drop database ${name} with (force)`));
}

it('gives a database of the last version before 1.0 what came after it', async () => {
  const shapeOf = async (sql: Sql) => [
    await sql`select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`,
    await sql`select tgname from pg_trigger where not tgisinternal order by 1`,
  ];
  const template = await createTestDatabase();
  const current = openDatabase(template.url, { log: createLogger('silent'), max: 1 });
  const expected = await shapeOf(current.sql);
  await current.close();
  await template.drop();
  await upgradeOld(
    async () => undefined,
    async (sql) => expect(await shapeOf(sql)).toEqual(expected),
  );
});

it('lists creators that a code alone has verified for a review and keeps their state, and knows who added which link', async () => {
  const [adder, owner] = [randomUUID(), randomUUID()];
  await upgradeOld(
    async (sql) => {
      await sql`
        insert into users (id, email, username, role, is_verified) values
          (${adder}, 'adder@example.org', 'adder', 'user', false), (${owner}, 'owner@example.org', 'owner', 'creator', true)`;
      const links = sql.json([{ platform: 'youtube', url: 'https://youtube.com/@maya' }]);
      await sql`
        insert into creator_profiles (username, full_name, display_name, status, owner_id, added_by, social_links) values
          ('by_code', 'Maya', 'Maya', 'verified', ${owner}, ${adder}, ${links}),
          ('by_fan', 'Nina', 'Nina', 'unclaimed', null, ${adder}, ${links})`;
      const [claim] = await sql<{ id: string }[]>`
        insert into creator_claims (profile_id, creator_username, creator_name, user_id, message, proof_url, status, decided_at)
        select id, username, display_name, ${owner}, 'Claimed with a code on a linked page.', 'https://youtube.com/@maya', 'approved', now()
        from creator_profiles where username = 'by_code' returning id`;
      await sql`
        insert into audit_log (seq, action, target_kind, target_id, after, hash)
        values (1, 'creator_claim.approved', 'creator_claim', ${claim?.id ?? ''},
          ${sql.json({ method: 'code', page: 'https://youtube.com/@maya' })}, '\\x00')`;
    },
    async (sql) => {
      const [claim] = await sql`
        select status, method, page, handed_over_at is not null as given, decided_at from creator_claims`;
      const page = 'https://youtube.com/@maya';
      expect(claim).toEqual({ status: 'pending', method: 'code', page, given: true, decidedAt: null });
      const profiles = await sql`
        select c.username, c.status, c.claimed_with, c.name_keys, l.added_by
        from creator_profiles c join creator_links l on l.profile_id = c.id order by c.username`;
      expect(profiles).toEqual([
        {
          username: 'by_code',
          status: 'verified',
          claimedWith: null,
          nameKeys: ['by_code', 'maya'].map(keyOf),
          addedBy: null,
        },
        {
          username: 'by_fan',
          status: 'unclaimed',
          claimedWith: null,
          nameKeys: ['by_fan', 'nina'].map(keyOf),
          addedBy: adder,
        },
      ]);
    },
  );
});

/** The key of a simple name: "i" looks like "l", and signs do not count. */
const keyOf = (name: string) => name.replaceAll('i', 'l').replaceAll('_', '');
