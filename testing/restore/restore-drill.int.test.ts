import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { acceptPool } from '#contract/pools.ts';
import { loadBackup } from '#server/platform/backup/load-backup.ts';
import { openBackup } from '#server/platform/backup/read-backup.ts';
import { writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openDatabase, type Sql } from '#server/platform/postgres/db.ts';
import { startEmbeddedPostgres } from '#server/platform/postgres/embedded-postgres.ts';
import { withServerDatabase } from '#testing/chaos/history.ts';
import { waitUntilSettled } from '#testing/chaos/kill-storm.ts';
import { invitePeople, newPool, type People, peopleEnv } from '#testing/chaos/people.ts';
import type { Traffic } from '#testing/chaos/retrying-client.ts';
import { ServerProcess } from '#testing/chaos/server-process.ts';
import { freePort } from '#testing/free-port.ts';
import { type Bank, putBankBack, saveBank } from './bank.ts';
import { deleteUpload, hashUploads, signIn, upload } from './uploads.ts';

const fanCount = 20;
/** Every fifth card has insufficient funds. */
const paidCount = fanCount * 0.8;
const keys = { passphrase: 'a passphrase for the drill', recipients: [], identityFile: undefined };
const traffic: Traffic = { acknowledged: 0, retried: 0, faults: [] };
let home = '';
let server: ServerProcess;
const serverIn = async (dataDir: string) =>
  new ServerProcess({ dataDir, port: await freePort(), env: { ...peopleEnv, BACKUP_PASSPHRASE: keys.passphrase } });

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-restore-'));
});
afterAll(async () => {
  await server.kill({ database: true });
  await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Every fan pledges an amount that no other pledge has, so that charges can be counted without our own rows. */
async function pledgedPool({ admin, creatorProfileId, fans }: People, cents: number): Promise<string> {
  const goal = fans.reduce((sum, _fan, index) => sum + cents + index, 0);
  const poolId = await newPool(admin, goal, creatorProfileId);
  await Promise.all(fans.map((fan, index) => fan.pledge(poolId, cents + index)));
  return poolId;
}

const accept = ({ creator }: People, id: string) =>
  creator.call(acceptPool, { params: { id }, body: { deliveryDays: 7, floorCents: 1000 } });

const countCharges = async (sql: Sql) =>
  (await sql<{ count: number }[]>`select count(*)::int as count from sandbox.charges where status = 'succeeded'`)[0]
    ?.count ?? 0;

/** Stops every charge after the first ones, and backs up while they wait. */
function backUpWhileCollecting(dataDir: string, file: string, people: People, poolId: string): Promise<void> {
  return withServerDatabase(dataDir, async (sql) => {
    const before = await countCharges(sql);
    const accepting = accept(people, poolId);
    while ((await countCharges(sql)) < before + 2) await sleep(2);
    await sql.begin(async (tx) => {
      await tx`lock table sandbox.idempotency in exclusive mode`;
      await withServerDatabase(dataDir, async (other) => {
        await writeBackupFile({ sql: other, dataDir }, keys, file);
      });
    });
    await accepting;
  });
}

interface Before {
  people: People;
  pools: { refunded: string; collecting: string };
  uploads: { kept: { id: string; sha256: string }; deleted: { id: string }; late: { id: string } };
  bank: Bank;
}

/** Runs a site, backs it up in the middle of a collecting run, and goes on. */
async function liveThrough(dataDir: string, file: string): Promise<Before> {
  server = await serverIn(dataDir);
  server.spawn();
  await server.ready();
  const people = await invitePeople(server.url, traffic, fanCount, 7);
  const [maker] = await withServerDatabase(
    dataDir,
    (sql) => sql<{ email: string }[]>`select email from users where username like 'maker%'`,
  );
  const cookie = await signIn(server.url, maker?.email ?? '');
  const send = () => upload(server.url, cookie, randomBytes(300_000));
  const [kept, deleted] = [await send(), await send()];
  const refunded = await pledgedPool(people, 1000);
  await accept(people, refunded);
  await waitUntilSettled(dataDir);
  const collecting = await pledgedPool(people, 2000);
  await backUpWhileCollecting(dataDir, file, people, collecting);
  const late = await send();
  await deleteUpload(server.url, cookie, deleted.id);
  const after = await pledgedPool(people, 3000);
  await accept(people, after);
  await people.admin.call(actOnPool, { params: { id: refunded }, body: { action: 'remove', reason: 'drill' } });
  await waitUntilSettled(dataDir);
  return {
    people,
    pools: { refunded, collecting },
    uploads: { kept, deleted, late },
    bank: await withServerDatabase(dataDir, saveBank),
  };
}

/** Loads the backup into an empty place, while the processor keeps its own books. */
async function loadBeside(dataDir: string, file: string, { bank, pools }: Before): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const db = openDatabase(postgres.url, { log: createLogger('silent'), max: 2 });
  try {
    await loadBackup({ sql: db.sql, dataDir }, keys, openBackup(file));
    // The backup is from the middle of the run, and from before the refunds.
    const { paid = 0, charging = 0 } = await statusesOf(db.sql, pools.collecting);
    expect(Math.min(paid, charging)).toBeGreaterThan(0);
    expect(await statusesOf(db.sql, pools.refunded)).toMatchObject({ paid: paidCount });
    await putBankBack(db.sql, bank);
  } finally {
    await db.close();
    await postgres.stop();
  }
}

const statusesOf = async (sql: Sql, poolId: string) =>
  Object.fromEntries(
    (
      await sql<{ status: string; count: number }[]>`
        select status, count(*)::int as count from pledges where pool_id = ${poolId} group by status order by status`
    ).map(({ status, count }) => [status, count]),
  );

it('charges every fan once and books everything after a backup in a collecting run', async () => {
  const file = join(home, 'backup');
  const first = join(home, 'first');
  const before = await liveThrough(first, file);
  const { pools, uploads } = before;
  await server.kill({ database: true });
  await rm(first, { recursive: true, maxRetries: 20, retryDelay: 100 });

  const second = join(home, 'second');
  await loadBeside(second, file, before);
  server = await serverIn(second);
  server.spawn();
  expect(await server.ended()).toBe(1);
  expect(server.output).toContain('restore --resume');
  expect(await server.cli('check')).toMatchObject({ code: 1 });
  const resumed = await server.cli('restore', '--resume');
  expect(resumed.output).toContain('could not settle 0');
  expect(resumed).toMatchObject({ code: 0 });
  server.spawn();
  await server.ready();
  await waitUntilSettled(second);

  const orphan = await withServerDatabase(second, async (sql) => {
    expect(await statusesOf(sql, pools.collecting)).toEqual({ notified: fanCount - paidCount, paid: paidCount });
    expect(await statusesOf(sql, pools.refunded)).toMatchObject({ refunded: paidCount });
    const twice = await sql`
      select customer_id, amount_cents from sandbox.charges where status = 'succeeded' group by 1, 2 having count(*) > 1`;
    expect([...twice]).toEqual([]);
    expect(await countCharges(sql)).toBe(3 * paidCount);
    const [books] = await sql`
      select (select sum(amount_cents) from sandbox.journal) = (select sum(amount_cents) from ledger_entries where account = 'clearing') as equal`;
    expect(books?.equal).toBe(true);
    const lost = await sql<{ reference: string }[]>`select reference from unmatched_movements where matched_at is null`;
    expect(lost).toHaveLength(paidCount);
    const hashes = await hashUploads(sql, second);
    expect(hashes.get(uploads.kept.id)).toBe(uploads.kept.sha256);
    expect([...hashes.keys()].sort()).toEqual([uploads.kept.id, uploads.deleted.id].sort());
    expect(await sql`select 1 from sessions`).toHaveLength(0);
    return lost[0]?.reference ?? '';
  });

  expect(await server.cli('unmatched')).toMatchObject({ output: expect.stringContaining(orphan) });
  expect(await server.cli('refund-unmatched', orphan)).toMatchObject({ code: 0 });
  expect(await server.cli('reconcile')).toMatchObject({ code: 0 });
  const check = await server.cli('check');
  expect(check.output).not.toContain('FAIL');
  expect(check.code).toBe(0);
  expect(traffic.faults).toEqual([]);
}, 180_000);
