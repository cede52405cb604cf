import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import * as contract from '#contract/webhooks/webhooks.ts';
import { forgetOldWebhookKeys } from '#server/webhooks/endpoint-secrets.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { insertPerson } from '#testing/insert-person.ts';
import { readOutbox } from '#testing/outbox.ts';
import { Channel } from '#testing/servers/chat-channel.ts';
import { seconds, WebhookStage } from '#testing/webhook-stage.ts';
import { webhookSender } from '../run-sender.ts';

let hooks: WebhookStage;
let node: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  hooks = await WebhookStage.open();
  await webhookSender(hooks.stage.context).stop();
  node = await startTestApp({
    beside: hooks.stage.app,
    env: { WEBHOOK_ALLOW: hooks.receiver.host, LOG_LEVEL: 'trace' },
    logTo: { write: (line) => void lines.push(line) },
  });
});
afterAll(async () => {
  await node.close();
  await hooks.close();
});

it('of channels are in no answer, table, notice, email, log line and export', async () => {
  // Their client speaks to the node whose log is read.
  const admin = await insertPerson(node, 'admin');
  const answers: unknown[] = [];
  const channels = [new Channel(hooks), new Channel(hooks, 'slack'), new Channel(hooks)];
  const ids: string[] = [];
  for (const { url, kind } of channels) {
    const made = await admin.client.call(contract.createWebhook, {
      body: { url, kind: kind as 'discord', types: ['pool.opened'], scope: 'site' },
    });
    answers.push(made);
    ids.push(made.webhook.id);
  }
  const [discord, slack, moved] = channels;
  const [id = '', slackId = '', movedId = ''] = ids;
  const params = { id };
  const next = new Channel(hooks);
  answers.push(
    await admin.client.call(contract.changeWebhook, { params: { id: movedId }, body: { url: next.url } }),
    await admin.client.call(contract.listWebhooks, {}),
  );
  for (const url of [`${discord?.url}/slack`, `${discord?.url}?wait=true`]) {
    answers.push(await admin.client.call(contract.changeWebhook, { params, body: { url } }).catch(String));
  }
  await hooks.stage.newPool();
  await vi.waitFor(
    () => expect([discord, slack, next].map((one) => one?.received().length)).toEqual([1, 1, 1]),
    seconds(20),
  );
  // Its answers repeat the token.
  discord?.refuses(500);
  slack?.refuses(404);
  await admin.client.call(contract.testWebhook, { params });
  await admin.client.call(contract.testWebhook, { params: { id: slackId } });
  await vi.waitFor(async () => expect((await hooks.webhook(admin, slackId)).state).toBe('refused'), seconds(20));
  const failed = await hooks.newest(admin, id, { state: 'failed' });
  const details = await admin.client.call(contract.getDelivery, { params: { id: failed.id } });
  expect(details.answer).toContain('no message for …');
  answers.push(details, await admin.client.call(contract.listWebhooks, {}));
  await forgetOldWebhookKeys(node.context);
  discord?.answers((response) => response.writeHead(200).end('{}'));
  await admin.client.call(contract.testWebhook, { params });
  await hooks.newest(admin, id, { state: 'succeeded' });
  await admin.client.call(contract.deleteWebhook, { params: { id: slackId } });

  const rows: string[] = [];
  const tables = await hooks.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`;
  for (const { name } of tables) {
    const found = await hooks.sql<{ row: string }[]>`select t::text as row from ${hooks.sql.unsafe(name)} t`;
    rows.push(...found.map(({ row }) => row));
  }
  const exported = await Promise.all(
    node.modules.flatMap(({ personalData }) => personalData ?? []).map(({ rows: read }) => read(hooks.sql, admin.id)),
  );
  const mails = (await readOutbox(node)).map((mail) => JSON.stringify(mail));
  const audit = rows.filter((row) => row.includes('webhook.created'));
  expect(audit.length).toBeGreaterThanOrEqual(3);
  expect(mails.some((mail) => mail.includes('webhook'))).toBe(true);
  expect(JSON.stringify(exported)).toMatch(/https:\/\/[^"]*\/api\/webhooks\/\d+\/…/);
  expect(lines.length).toBeGreaterThan(10);
  const everything = { answers: JSON.stringify(answers), rows, mails, log: lines, exported: JSON.stringify(exported) };
  for (const { token } of [...channels, next]) {
    for (const [where, text] of Object.entries(everything)) {
      expect([where, [text].flat().filter((one) => one.includes(token))]).toEqual([where, []]);
    }
  }
  expect(moved?.received()).toEqual([]);
});
