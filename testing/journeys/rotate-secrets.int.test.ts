import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type NoteKey, noteKeyText, openNote, parseNoteKey } from '#contract/checkpoint.ts';
import { getPush, subscribeToPush, testPush } from '#contract/push.ts';
import { getTransparency } from '#contract/transparency.ts';
import { codesOf } from '#server/creators/claims/claim-code.ts';
import { readUnsubscribeToken, unsubscribeUrl } from '#server/notifications/choices/unsubscribe-token.ts';
import { rotatableSecrets, rotateSecret } from '#server/rotate-secret.ts';
import { proofTools } from '#server/transparency/merkle-tree.ts';
import { publishRoot } from '#server/transparency/publish-root.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { deliveryReport } from '#testing/delivery-report.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { chainFindings, writeJournals } from '#testing/ledger.ts';
import { openPushService, type PushService, senderOf } from '#testing/servers/push-service.ts';

/** The drill: each secret changes while two nodes run. Earlier signatures stay valid until the operator removes the old value. */
const [oldToken, newToken] = ['an old token of a provider', 'a new token of a provider'];
let service: PushService;
let app: TestApp;
/** Read every secret before the rotation, so that a value kept in memory would show. */
let other: TestApp;

beforeAll(async () => {
  service = await openPushService();
  const tokens = `${newToken}, ${oldToken}`;
  const env = { PUSH_ALLOW: service.host, METRICS_TOKEN: tokens, MAIL_WEBHOOK_SECRET: tokens };
  app = await startTestApp({ env });
  other = await startTestApp({ env, beside: app });
});
afterAll(async () => {
  await other.close();
  await app.close();
  service.close();
});

const sql = () => app.context.db.sql;
const rotate = (name: string) => rotateSecret(app.context, name);
const forget = (name: string) => rotateSecret(app.context, name, { forget: true });

it('accepts the old and the new bearer token of metrics and bounces', async () => {
  const soft = { address: 'fan@example.org', type: 'soft', diagnostic: '450 4.2.0 Busy' };
  const statuses = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const metrics = await app.client().raw('GET', '/metrics', { headers });
    const bounces = await app
      .client()
      .raw('POST', '/api/mail/bounces', { headers, body: JSON.stringify({ bounces: [soft] }) });
    return [metrics.status, bounces.status];
  };
  expect(await statuses(oldToken)).toEqual([200, 200]);
  expect(await statuses(newToken)).toEqual([200, 200]);
  expect(await statuses(`${newToken}, ${oldToken}`)).toEqual([403, 401]);
});

it('keeps unsubscribe links of old emails valid until the old key is removed', async () => {
  const { id: userId } = await insertPerson(app);
  const token = async () => {
    const url = await app.context.db.tx((tx) => unsubscribeUrl(app.context, tx, { userId, scope: 'comments' }));
    return new URL(url).searchParams.get('token') ?? '';
  };
  const old = await token();
  expect(await readUnsubscribeToken(other.context, old)).toMatchObject({ userId });
  await rotate('unsubscribe');
  const fresh = await token();
  expect(fresh).not.toBe(old);
  for (const each of [old, fresh]) expect(await readUnsubscribeToken(other.context, each)).toMatchObject({ userId });
  await forget('unsubscribe');
  await expect(readUnsubscribeToken(other.context, old)).rejects.toMatchObject({ code: 'link_invalid' });
  expect(await readUnsubscribeToken(other.context, fresh)).toMatchObject({ userId });
});

it('accepts bounces of mail that was tagged before', async () => {
  const [address, second] = ['one@example.org', 'two@example.org'];
  const old = await other.context.mail.bounces.tagOf(address);
  const oldOfSecond = await other.context.mail.bounces.tagOf(second);
  await rotate('delivery_tags');
  expect(await other.context.mail.bounces.tagOf(address)).not.toBe(old);
  const report = (recipient: string, tag: string) =>
    other.context.mail.bounces.recordReport(Buffer.from(deliveryReport({ recipient, tag })));
  expect(await report(address, old)).toEqual([address]);
  await forget('delivery_tags');
  expect(await report(second, oldOfSecond)).toEqual([]);
});

it('finds a claim code that a person placed before', async () => {
  const id = '7b1c2f7e-0000-4000-8000-000000000001';
  const [old] = await codesOf(other.context, id);
  await rotate('claim_codes');
  const both = await codesOf(other.context, id);
  expect(both).toHaveLength(2);
  expect(both[1]).toBe(old);
  await forget('claim_codes');
  expect(await codesOf(other.context, id)).toEqual([both[0]]);
});

it('reaches browsers that subscribed under the old push key, and subscribes new ones under the new key', async () => {
  const subscribed = async () => {
    const { id, client } = await insertPerson(app);
    await sql()`
      insert into sessions (id, token_hash, user_id, expires_at)
      values (${id}, ${randomBytes(32)}, ${id}, now() + interval '1 day')`;
    const { publicKey } = await client.call(getPush);
    const browser = service.browser(publicKey);
    await client.call(subscribeToPush, { body: browser.subscription });
    return { client, browser, publicKey };
  };
  const old = await subscribed();
  await rotate('vapid');
  const fresh = await subscribed();
  expect(fresh.publicKey).not.toBe(old.publicKey);
  for (const { client, browser, publicKey } of [old, fresh]) {
    await client.call(testPush);
    expect(browser.came.map((push) => senderOf(push).publicKey)).toEqual([publicKey]);
  }
  await forget('vapid');
  await expect(old.client.call(testPush)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await fresh.client.call(testPush)).toEqual({ ok: true });
});

it('signs roots of the ledger with the old and the new key until the old one is removed', async () => {
  const keyOf = async () => (await other.client().call(getTransparency)).key;
  const signersOfNext = async (keys: string[]) => {
    await writeJournals(sql(), 1);
    await publishRoot(other.context);
    const { latest } = await app.client().call(getTransparency);
    const noteKeys = await Promise.all(keys.map((key) => parseNoteKey(proofTools, key)));
    const opened = await openNote(proofTools, latest?.note ?? '', noteKeys as NoteKey[]);
    return opened && [opened.signers.map(noteKeyText), opened.ignored];
  };
  const old = await keyOf();
  expect(await signersOfNext([old])).toEqual([[old], 0]);
  expect(await rotate('ledger_key')).toMatch(/2 values are valid[\s\S]*Key change 1 is published/);
  const fresh = await keyOf();
  expect(await signersOfNext([old, fresh])).toEqual([[fresh, old], 0]);
  expect(await forget('ledger_key')).toMatch(/Removed 1 old/);
  expect(await signersOfNext([old, fresh])).toEqual([[fresh], 0]);
  expect(await keyOf()).toBe(fresh);
  expect(await chainFindings(app.context)).toEqual({});
});

it('rotates only secrets that have a name, one command at a time', async () => {
  expect(await rotate('web_push')).toBeUndefined();
  expect(await rotate('constructor')).toBeUndefined();
  expect(rotatableSecrets).toEqual(expect.arrayContaining(['sandbox_webhook', 'ledger_key']));
  const both = await Promise.allSettled([rotate('claim_codes'), rotate('claim_codes')]);
  const [row] = await sql()<{ value: string }[]>`select value from installation_secrets where name = 'claim_codes'`;
  const done = both.filter(({ status }) => status === 'fulfilled').length;
  // No value that a command reported is lost.
  expect(row?.value.split(',')).toHaveLength(1 + done);
});
