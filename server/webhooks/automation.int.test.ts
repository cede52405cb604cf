import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getPool } from '#contract/pools/pools.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { newApiToken } from '#server/tokens/token-format.ts';
import { newPath, seconds, WebhookStage } from '#testing/webhook-stage.ts';

// The workflow and the code of docs/automation.md. n8n and Zapier do not run here: these are the parts of them that meet this product.
interface Node {
  name: string;
  type: string;
  typeVersion: number;
  parameters: Record<string, unknown>;
}
interface Target {
  node: string;
  type: string;
  index: number;
}
interface Workflow {
  nodes: Node[];
  connections: Record<string, { main: Target[][] }>;
}

const file = join(import.meta.dirname, '..', '..', 'docs', 'n8n', 'fanfare-events.json');
const workflow: Workflow = JSON.parse(readFileSync(file, 'utf8'));
const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'automation.md'), 'utf8');
const [, checkInZapier = '', pollInZapier = ''] = guide.split('```js\n').map((part) => part.split('\n```')[0]);

function nodeOf(type: string): Node {
  const node = workflow.nodes.find((one) => one.type === `n8n-nodes-base.${type}`);
  if (!node) throw new Error(`there is no node of the type ${type}`);
  return node;
}

/** The nodes after this one, by its outputs. */
const nextOf = (node: Node): string[][] =>
  (workflow.connections[node.name]?.main ?? []).map((output) => output.map((target) => target.node));

/** An expression such as "=https://…/{{ $json.id }}", with the item as `$json`. */
const evaluate = (expression: string, $json: unknown): string =>
  expression
    .replace(/^=/, '')
    .replaceAll(/\{\{(.*?)\}\}/g, (_braces, source: string) => String(runInContext(source, createContext({ $json }))));

interface Item {
  json: { headers: Record<string, unknown>; body: unknown };
  body: string;
}

/** Runs code as n8n and Zapier do: as the body of an async function, whose `this` has the helpers. */
const runBody = (code: string, variables: object) =>
  runInContext(
    `(async function () {${code}\n}).call(globalThis)`,
    createContext({ Buffer, require: createRequire(import.meta.url), ...variables }),
  );

async function runCode(secret: string, items: readonly Item[]): Promise<{ json: { type: string; data: unknown } }[]> {
  const code = String(nodeOf('code').parameters.jsCode).replace('whsec_PASTE_YOUR_SECRET', secret);
  return runBody(code, {
    $input: { all: () => items.map(({ json }) => ({ json })) },
    helpers: {
      getBinaryDataBuffer: async (index: number, name: string) => {
        if (name !== 'data') throw new Error(`there is no file ${name}`);
        return Buffer.from(items[index]?.body ?? '');
      },
    },
  });
}

async function tokenOf(userId: string, scope: string): Promise<string> {
  const token = newApiToken();
  await hooks.sql`insert into api_tokens (user_id, token_hash, name, scopes, expires_at)
    values (${userId}, ${hashToken(token)}, 'Automation', ${[scope]}, now() + interval '1 day')`;
  return token;
}

/** A delivery of a goal that was met. */
async function deliver() {
  const path = newPath();
  const { owner } = hooks.people;
  const { secret } = await hooks.create(owner, { url: hooks.receiver.url(path), types: ['pool.goal_met'] });
  const pool = await hooks.stage.newPool(60_00);
  await hooks.stage.pledge(await hooks.stage.fan(), pool.id, 60_00);
  const [delivery] = await vi.waitFor(() => {
    const received = hooks.receiver.received(path);
    expect(received).toHaveLength(1);
    return received;
  }, seconds(20));
  if (!delivery) throw new Error('nothing was delivered');
  return { secret, pool, ...delivery };
}

let hooks: WebhookStage;
beforeAll(async () => {
  hooks = await WebhookStage.open();
});
afterAll(() => hooks.close());

describe('the workflow for n8n', () => {
  it('connects existing nodes, from the webhook to the request', () => {
    const names = workflow.nodes.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const targets = Object.values(workflow.connections).flatMap(({ main }) => main.flat());
    expect(Object.keys(workflow.connections).filter((name) => !names.includes(name))).toEqual([]);
    expect(targets.filter(({ node }) => !names.includes(node))).toEqual([]);
    expect(targets.every(({ type, index }) => type === 'main' && index === 0)).toBe(true);
    const webhook = nodeOf('webhook');
    expect(webhook.parameters).toMatchObject({ httpMethod: 'POST', options: { rawBody: true } });
    expect(nextOf(webhook)).toEqual([[nodeOf('code').name]]);
    expect(nextOf(nodeOf('code'))).toEqual([[nodeOf('if').name]]);
    expect(nextOf(nodeOf('if'))[0]).toEqual([nodeOf('httpRequest').name]);
  });

  it('takes a real delivery, refuses a changed one, and reads the pool with a token', async () => {
    const { secret, pool, headers, body } = await deliver();
    const item = (more: { headers?: object; body?: string } = {}): Item => ({
      json: { headers: { ...headers, ...more.headers }, body: JSON.parse(more.body ?? body) },
      body: more.body ?? body,
    });
    const [verified] = await runCode(secret, [item()]);
    expect(verified?.json).toEqual(JSON.parse(body));
    const changed = body.replace('pool.goal_met', 'pool.completed');
    await expect(runCode(secret, [item({ body: changed })])).rejects.toThrow('The signature is wrong.');
    await expect(runCode(`whsec_${Buffer.alloc(32).toString('base64')}`, [item()])).rejects.toThrow('is wrong');
    const late = { 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 600) };
    await expect(runCode(secret, [item({ headers: late })])).rejects.toThrow('an old one');
    await expect(runCode(secret, [item({ headers: { 'webhook-timestamp': undefined } })])).rejects.toThrow(
      'no timestamp',
    );
    await expect(runCode(secret, [item({ headers: { 'webhook-signature': undefined } })])).rejects.toThrow('is wrong');

    const [condition] = (nodeOf('if').parameters.conditions as { conditions: Record<string, unknown>[] }).conditions;
    expect(condition).toMatchObject({ operator: { type: 'string', operation: 'equals' } });
    expect(evaluate(String(condition?.leftValue), verified?.json)).toBe(condition?.rightValue);

    const request = nodeOf('httpRequest').parameters;
    expect(request).toMatchObject({ method: 'GET', genericAuthType: 'httpBearerAuth' });
    const token = await tokenOf(hooks.people.owner.id, 'pools:read');
    const url = evaluate(String(request.url), verified?.json).replace('https://fans.example', hooks.stage.app.url);
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, getPool.output.parse(await answer.json()).id]).toEqual([200, pool.id]);
    expect((await fetch(url, { headers: { authorization: 'Bearer none' } })).status).toBe(401);
  });
});

describe('the code for Zapier', () => {
  it('takes a real delivery, and refuses a changed one', async () => {
    const { secret, headers, body } = await deliver();
    const inputData = {
      secret,
      body,
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
    };
    expect(await runBody(checkInZapier, { inputData })).toEqual(JSON.parse(body));
    for (const change of [
      { body: body.replace('pool.goal_met', 'pool.completed') },
      { id: 'another' },
      { timestamp: String(Number(inputData.timestamp) - 600) },
      { signature: 'v1,none' },
    ]) {
      await expect(runBody(checkInZapier, { inputData: { ...inputData, ...change } })).rejects.toThrow('is wrong');
    }
  });

  it('reads each event once', async () => {
    const { owner } = hooks.people;
    const token = await tokenOf(owner.id, 'events:read');
    const kept = new Map<string, unknown>();
    const storage = {
      get: async (name: string) => kept.get(name) ?? null,
      set: async (name: string, value: unknown) => void kept.set(name, value),
    };
    const openStorage = () => storage;
    const variables = { fetch, StoreClient: openStorage };
    const code = pollInZapier.replace('https://fans.example', hooks.stage.app.url).replace('ffp_YOUR_TOKEN', token);
    const poll = async (): Promise<string[]> => (await runBody(code, variables)).map(({ id }: { id: string }) => id);
    const before = await poll();
    expect(before.length).toBeGreaterThan(0);
    expect(await poll()).toEqual([]);
    await hooks.stage.newPool();
    const next = await poll();
    expect(next).toHaveLength(1);
    expect(before).not.toContain(next[0]);
    await expect(runBody(code.replace(token, 'none'), variables)).rejects.toThrow('401');
  });
});
