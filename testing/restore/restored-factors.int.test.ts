import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as factors from '#contract/second-factor.ts';
import { writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type AddedApp, addApp, codeAt, currentStep } from '#testing/authenticator-app.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { readOutbox } from '#testing/outbox.ts';
import { runCommand } from './run-command.ts';

const plain = { passphrase: undefined, recipients: [], identityFile: undefined };
const database = `factors_${process.pid}`;
const email = 'restored@example.org';
const password = 'a good password';
let home = '';
let added: AddedApp;
let device = '';
let step = '';
let restored: TestApp;

/** A backup of a site with a person who has an authenticator app and a known device, restored into an empty database. */
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-factors-'));
  const app = await startTestApp();
  const client = app.client();
  await client.call(accounts.register, { body: { email, username: 'restored_fan', password } });
  added = await addApp(client);
  device = client.cookies.get('device') ?? '';
  const begun = app.client();
  await begun.call(accounts.login, { body: { email, password } }).catch(() => undefined);
  step = begun.cookies.get('sign_in_step') ?? '';
  await writeBackupFile({ sql: app.context.db.sql, files: app.context.files }, plain, join(home, 'backup'));
  await app.close();
  const server = inject('databaseServer');
  await administer(server, (sql) => sql.unsafe(`create database ${database} template template0`));
  const url = databaseUrl(server, database);
  const settings = { DATABASE_URL: url, DATA_DIR: join(home, 'data') };
  const { code, output } = await runCommand(['restore', join(home, 'backup')], settings);
  expect(code, output).toBe(0);
  restored = await startTestApp({ beside: { databaseUrl: url } });
}, 120_000);
afterAll(async () => {
  await restored?.close();
  await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database ${database} with (force)`));
  await rm(home, { recursive: true, force: true });
});

it('keeps second factors and known devices, and ends sign-ins that waited', async () => {
  const old = restored.client();
  old.cookies.set('sign_in_step', step);
  await expect(old.call(factors.getSecondStep)).rejects.toMatchObject({ code: 'second_step_over' });
  const browser = restored.client();
  browser.cookies.set('device', device);
  const signIn = () => browser.call(accounts.login, { body: { email, password } });
  await expect(signIn()).rejects.toMatchObject({ code: 'second_step_required' });
  await browser.call(factors.confirmWithCode, { body: { code: codeAt(added.secret, await currentStep()) } });
  await expect(signIn()).rejects.toMatchObject({ code: 'second_step_required' });
  await browser.call(factors.confirmWithCode, { body: { code: added.recoveryCodes[0] ?? '' } });
  expect(await browser.call(factors.getSecondFactor)).toMatchObject({ recoveryCodesLeft: 9, app: {} });
  expect((await readOutbox(restored, email)).map(({ subject }) => subject)).toEqual(['A recovery code was used']);
});
