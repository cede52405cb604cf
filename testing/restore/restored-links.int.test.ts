import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import { getCalendar, startCalendar } from '#contract/calendar.ts';
import { listEvents } from '#contract/events.ts';
import { usualOverlaySettings } from '#contract/overlays/overlay-limits.ts';
import { createOverlay, listOverlays, renewOverlay } from '#contract/overlays/overlays.ts';
import { createPool, type Pool } from '#contract/pools/pools.ts';
import { createToken, listTokens } from '#contract/tokens.ts';
import { createWebhook, getWebhook, listDeliveries, listWebhooks } from '#contract/webhooks/webhooks.ts';
import { writeBackupFile } from '#server/platform/backup/write-backup.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { poolFormOf } from '#testing/builders.ts';
import type { TestClient } from '#testing/client.ts';
import { administer, databaseUrl } from '#testing/database.ts';
import { OverlayReader } from '#testing/overlays/overlay-reader.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#testing/servers/webhook-receiver.ts';
import { seconds, signersOf } from '#testing/webhook-stage.ts';
import { runCommand } from './run-command.ts';

const plain = { passphrase: undefined, recipients: [], identityFile: undefined };
const database = `links_${process.pid}`;
const email = 'streamer@example.org';
const password = 'a good password';
const settings = { ...usualOverlaySettings, theme: 'brand' as const, minCents: 12_00 };
let home = '';
let receiver: WebhookReceiver;
let restored: TestApp;
let client: TestClient;
let pool: Pool;
let token = '';
let overlayPath = '';
let calendarPath = '';
let secret = '';

const newPool = (person: TestClient, title: string) => person.call(createPool, { body: poolFormOf({ title }) });
const withToken = () => ({ authorization: `Bearer ${token}` });

/** Everything that a person gives to other programs, and an event whose delivery waits. */
async function liveUntilBackup(app: TestApp): Promise<void> {
  const person = app.client();
  await person.call(accounts.register, { body: { email, username: 'streamer', password } });
  pool = await newPool(person, 'Before the backup');
  overlayPath = new URL((await person.call(createOverlay, { body: { poolId: pool.id, settings } })).url).pathname;
  calendarPath = new URL((await person.call(startCalendar)).url).pathname;
  const body = { name: 'Stream bot', scopes: ['events:read' as const, 'webhooks:write' as const] };
  ({ token } = await person.call(createToken, { body }));
  expect((await app.client().call(listEvents, { query: {} }, withToken())).events).toHaveLength(1);
  for (const path of [overlayPath, `${overlayPath}/events`, calendarPath])
    expect((await fetch(app.url + path, { method: 'HEAD' })).status).toBe(200);
  receiver.answers((response) => response.writeHead(500).end());
  const types = ['pool.opened' as const];
  const mine = await person.call(createWebhook, { body: { url: receiver.url('/mine'), types } });
  secret = mine.secret ?? '';
  await app.client().call(createWebhook, { body: { url: receiver.url('/token'), types } }, withToken());
  await newPool(person, 'Waits for its delivery');
  await vi.waitFor(() => expect(receiver.received()).toHaveLength(2), seconds(20));
}

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'fanfare-links-'));
  receiver = await openWebhookReceiver();
  const env = { WEBHOOK_ALLOW: receiver.host };
  const app = await startTestApp({ env });
  await liveUntilBackup(app);
  await writeBackupFile({ sql: app.context.db.sql, files: app.context.files }, plain, join(home, 'backup'));
  await app.close();
  receiver.answers((response) => response.writeHead(204).end());
  const server = inject('databaseServer');
  await administer(server, (sql) => sql.unsafe(`create database ${database} template template0`));
  const url = databaseUrl(server, database);
  const command = { DATABASE_URL: url, DATA_DIR: join(home, 'data') };
  const { code, output } = await runCommand(['restore', join(home, 'backup')], command);
  expect(code, output).toBe(0);
  restored = await startTestApp({ beside: { databaseUrl: url }, env });
  client = restored.client();
  await client.call(accounts.login, { body: { email, password } });
}, 120_000);
afterAll(async () => {
  await restored?.close();
  await administer(inject('databaseServer'), (sql) => sql.unsafe(`drop database ${database} with (force)`));
  await receiver.close();
  await rm(home, { recursive: true, force: true });
});

describe('after a restore', () => {
  it('the URL of an overlay shows nothing, and its settings wait for a new one', async () => {
    for (const path of [overlayPath, `${overlayPath}/events`])
      expect((await fetch(restored.url + path)).status).toBe(404);
    const [overlay] = (await client.call(listOverlays)).overlays;
    expect(overlay).toMatchObject({ hasUrl: false, isShown: true, pool: { id: pool.id }, settings });
    const { url } = await client.call(renewOverlay, { params: { id: overlay?.id ?? '' } });
    const reader = await OverlayReader.open(url);
    await expect.poll(() => reader.view).toMatchObject({ title: 'Before the backup', theme: 'brand' });
    reader.leave();
  });

  it('a calendar link is gone, and a new one works', async () => {
    expect((await fetch(restored.url + calendarPath)).status).toBe(404);
    expect(await client.call(getCalendar)).toEqual({ calendar: null });
    const { url } = await client.call(startCalendar);
    expect((await fetch(url)).status).toBe(200);
  });

  it('an API token has ended, and its owner sees why', async () => {
    const call = restored.client().call(listEvents, { query: {} }, withToken());
    await expect(call).rejects.toMatchObject({ code: 'token_invalid' });
    expect(await client.call(listTokens)).toMatchObject([{ state: 'ended', ended: { reason: 'restored' } }]);
  });

  it('a webhook goes on with its secret and sends nothing from before; one that a token made is off', async () => {
    const before = receiver.received().length;
    await newPool(client, 'After the restore');
    await expect.poll(() => receiver.received()).toHaveLength(before + 1);
    const hook = receiver.received()[before];
    expect(hook?.path).toBe('/mine');
    expect(hook && JSON.parse(hook.body)).toMatchObject({ data: { pool: { title: 'After the restore' } } });
    expect(hook && signersOf(hook, [secret])).toEqual([0]);
    const { webhooks } = await client.call(listWebhooks);
    expect(webhooks.map(({ state }) => state)).toEqual(['on', 'token']);
    const params = { id: webhooks[0]?.id ?? '' };
    const states = async () =>
      (await client.call(listDeliveries, { params, query: {} })).deliveries.map(({ state }) => state);
    await expect.poll(states).toEqual(['succeeded', 'dropped']);
    expect(await client.call(getWebhook, { params })).toMatchObject({ failingSince: null });
  });
});
