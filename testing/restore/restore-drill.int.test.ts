import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { changePledge, payPledge } from '#contract/pledges/pledges.ts';
import { writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { compileCacheEnv, programs } from '#testing/programs.ts';
import { type StripeSetUp, setUpStripe, stripeCards } from '#testing/stripe-stand-in/set-up.ts';
import { type DrillPool, DrillSite, moneyAt } from './drill-site.ts';

/** Stripe keeps its own books in another process, so it remembers what the restored database does not know. */
let stripe: StripeSetUp;
let home = '';
let site: DrillSite;
let identity = '';
const database = `restored_${randomBytes(6).toString('hex')}`;
const env = { QUIET_PERIOD: 'PT0.2S', DELIVERY_REVIEW: 'auto' };

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-restore-'));
  identity = await generateX25519Identity();
  await writeFile(join(home, 'identity'), identity);
  stripe = await setUpStripe();
  site = await DrillSite.open(stripe, env, 7);
});
afterAll(async () => {
  await site.app.close();
  await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database if exists ${database} with (force)`));
  await stripe.stop();
  await rm(home, { recursive: true, force: true });
});

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

interface Story {
  paidOut: DrillPool;
  removed: DrillPool;
  running: DrillPool;
  raised: DrillPool;
  dispute: string;
  picture: { key: string; sha256: string };
}

/** Everything until the backup: a pool that is paid out, one in production, one that takes pledges, and one that is collecting. */
async function liveUntilBackup(file: string): Promise<Omit<Story, 'dispute'>> {
  const paidOut = await site.pledged({ 0: 20_00, 1: 31_00 });
  const removed = await site.pledged({ 2: 10_00, 3: 11_00 });
  for (const pool of [paidOut, removed]) await site.accept(pool);
  await site.settle();
  await site.deliver(paidOut);
  const raised = await site.pledged({ 2: 12_00, 3: 13_00 });
  const amounts = { 0: 5_01, 1: 17_02, 2: 9_03, 3: 23_04, 4: 11_05, 5: 12_06, 6: 8_07 };
  const running = await site.pledged(amounts, { 6: stripeCards.declinedLater });
  const content = randomBytes(100_000);
  const picture = { key: 'images/ab/kept.webp', sha256: sha256(content) };
  await site.app.context.files.put(picture.key, content);
  // The charges of three fans cannot start before the backup.
  const later = [amounts[3], amounts[4], amounts[5]];
  const rules = later.map(
    (cents) =>
      ({ path: '/v1/payment_intents$', contains: `amount=${cents}&`, kind: 'rate_limited', times: 99 }) as const,
  );
  await stripe.process.setFaults({ rules });
  await site.accept(running);
  await site.app.settle();
  expect(await site.statuses(running)).toEqual([
    'paid',
    'paid',
    'paid',
    'charging',
    'charging',
    'charging',
    'notified',
  ]);
  const keys = { passphrase: undefined, recipients: [await identityToRecipient(identity)], identityFile: undefined };
  await writeBackupFile({ sql: site.sql, files: site.app.context.files }, keys, file);
  return { paidOut, removed, running, raised, picture };
}

/** Everything after the backup, which the restored database does not know. Stripe's webhooks are lost from the disputes on. */
async function liveAfterBackup(story: Omit<Story, 'dispute'>): Promise<Story> {
  const { paidOut, removed, running, raised } = story;
  await stripe.process.setFaults({});
  const { url } = await site.fan(6).call(payPledge, { params: { id: running.pledges.get(6) ?? '' }, body: {} });
  await stripe.enterCard(url);
  await site.settle();
  await site.deliver(running);
  await site.admin.call(actOnPool, { params: { id: removed.id }, body: { action: 'remove', reason: 'drill' } });
  const params = { id: raised.pledges.get(2) ?? '' };
  await site.fan(2).call(changePledge, { params, body: { amountCents: 19_00 } });
  await site.accept(raised);
  const late = await site.pledged({ 0: 14_00, 1: 15_00 });
  await site.accept(late);
  await site.settle();
  await stripe.process.control('settings', { webhooks: { seed: 1, lost: 1 } });
  const disputed = async (pool: DrillPool, fan: number) =>
    (await stripe.process.control<{ id: string }>('dispute', { charge: await site.chargeOf(pool, fan) })).id;
  const lost = await disputed(paidOut, 0);
  const dispute = await disputed(running, 4);
  await disputed(late, 0);
  await site.settle();
  await stripe.process.control('close-dispute', { dispute: lost, status: 'lost' });
  await site.settle();
  expect(await site.statuses(running)).toEqual(['paid', 'paid', 'paid', 'paid', 'disputed', 'paid', 'paid']);
  expect(await site.statuses(removed)).toEqual(['refunded', 'refunded']);
  expect(await site.statuses(paidOut)).toEqual(['dispute_lost', 'paid']);
  await stripe.process.control('settings', { webhooks: null });
  return { ...story, dispute };
}

/** Runs a program of the server in the empty place. */
async function run(program: string[], dataDir: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, program, {
    cwd: join(import.meta.dirname, '..', '..'),
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'test',
      ...compileCacheEnv,
      DEMO_DATA: '0',
      DATABASE_URL: databaseUrl(inject('databaseServer'), database),
      DATA_DIR: dataDir,
      BACKUP_IDENTITY_FILE: join(home, 'identity'),
      ...stripe.env,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const [[code], out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, output: out + err };
}

const cli = (dataDir: string, ...args: string[]) => run([programs.cli, ...args], dataDir);

it('moves no money twice and books what happened after a backup in a collecting run', async () => {
  const file = join(home, 'backup');
  const story = await liveAfterBackup(await liveUntilBackup(file));
  const { paidOut, removed, running, raised, picture } = story;
  const before = await moneyAt(stripe);
  expect(await site.balance('clearing')).toBe(before.balance);
  const { people } = site;
  await site.app.close();

  // Without Stripe's answers the restore does not end, and no server starts.
  const dataDir = join(home, 'second');
  await mkdir(dataDir);
  await administer(inject('databaseServer'), (sql) => sql.unsafe(`create database ${database} template template0`));
  await stripe.process.kill();
  expect(await cli(dataDir, 'restore', file)).toMatchObject({
    code: 1,
    output: expect.stringContaining('did not answer'),
  });
  const refused = { code: 1, output: expect.stringContaining('restore --resume') };
  const [server, check] = await Promise.all([run([programs.server, '--no-pages'], dataDir), cli(dataDir, 'check')]);
  expect([server, check]).toMatchObject([refused, refused]);
  await stripe.process.restart();
  const resumed = await cli(dataDir, 'restore', '--resume');
  expect(resumed.output).toContain('could not settle 0');
  expect(resumed.output).not.toContain('differ');
  expect(resumed.code).toBe(0);
  expect(sha256(await readFile(join(dataDir, 'files', picture.key)))).toBe(picture.sha256);

  site = await DrillSite.reopen(
    stripe,
    { ...env, DATA_DIR: dataDir },
    databaseUrl(inject('databaseServer'), database),
    people,
  );
  expect(await site.balance('clearing')).toBe(before.balance);
  expect(await site.sql`select 1 from sessions`).toHaveLength(0);
  await site.settle();
  expect(await site.statuses(running)).toEqual(['paid', 'paid', 'paid', 'paid', 'disputed', 'paid', 'paid']);
  expect(await site.statuses(removed)).toEqual(['refunded', 'refunded']);
  expect(await site.statuses(paidOut)).toEqual(['dispute_lost', 'paid']);
  expect(await moneyAt(stripe)).toEqual(before);

  // The people repeat what was lost: the delivery, the removal and the acceptance.
  await site.deliver(running);
  await site.admin.call(actOnPool, { params: { id: removed.id }, body: { action: 'remove', reason: 'drill' } });
  await site.accept(raised);
  await site.settle();
  expect(await site.statuses(raised)).toEqual(['paid', 'paid']);
  await stripe.process.control('close-dispute', { dispute: story.dispute, status: 'won' });
  await site.settle();
  const after = await moneyAt(stripe);
  expect({ ...after, balance: 0 }).toEqual({ ...before, balance: 0 });
  expect(await site.balance('clearing')).toBe(after.balance);
  expect(await site.statuses(running)).toEqual(Array.from({ length: 7 }, () => 'paid'));

  // Only the pool that was made after the backup is left, with two charges and a dispute.
  const unmatched = await cli(dataDir, 'unmatched');
  expect(unmatched.output.match(/^(payment|dispute|payout|refund|reversal):/gm)?.sort()).toEqual([
    'dispute:',
    'payment:',
    'payment:',
  ]);
}, 120_000);
