import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import type { Module } from '#server/platform/module.ts';
import type { Platform } from '#server/platform/platform.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { assertSecurityHeaders } from '#testing/client.ts';
import { type Actor, route, sessionCookie } from './request-context.ts';
import { inProcessClient, systemContext } from './routes.ts';
import { htmlHeaders } from './security-headers.ts';

const echo = endpoint({
  method: 'POST',
  path: '/api/test/echo/:id',
  summary: 'echo',
  who: 'anyone',
  params: z.object({ id: z.uuid() }),
  query: z.object({ page: z.coerce.number<string | number>().int().min(1).default(1) }),
  body: z.object({
    name: z.string().min(3, 'Name must be at least 3 characters'),
    age: z.number('Age is needed').optional(),
  }),
  output: z.object({ id: z.string(), page: z.number(), name: z.string() }),
  status: 201,
});
const poke = endpoint({
  method: 'POST',
  path: '/api/test/poke',
  summary: 'poke',
  who: 'anyone',
  output: z.object({ poked: z.boolean() }),
});
const mine = endpoint({
  method: 'GET',
  path: '/api/test/mine',
  summary: 'mine',
  who: 'user',
  output: z.object({ name: z.string() }),
});
const change = endpoint({
  method: 'PATCH',
  path: '/api/test/mine',
  summary: 'change',
  who: 'user',
  output: z.object({}),
});
const appeal = endpoint({ ...change, path: '/api/test/appeal', whileSuspended: true });
const admin = endpoint({ ...mine, path: '/api/test/admin', who: 'admin' });
const leak = endpoint({ ...mine, path: '/api/test/leak', who: 'anyone' });
const fault = endpoint({ ...mine, path: '/api/test/fault', who: 'anyone', query: z.object({ kind: z.string() }) });
const upload = endpoint({
  method: 'POST',
  path: '/api/test/upload',
  summary: 'upload',
  who: 'anyone',
  bodyKind: 'multipart',
  output: z.object({ bytes: z.number(), label: z.string() }),
});
const setCookie = endpoint({ ...poke, path: '/api/test/cookie' });

const rest = { locale: 'en', suspended: false, emailVerified: true, hasFreshProof: true, sessionId: 's' } as const;
const actors: Record<string, Actor> = Object.fromEntries(
  (['user', 'creator', 'admin'] as const).map((role) => [role, { userId: role, role, username: role, ...rest }]),
);

function testModule(platform: Platform): Module {
  platform.http.setSessionReader(async (value) =>
    value === 'suspended' ? { ...actors.user!, suspended: true } : (actors[value] ?? null),
  );
  return {
    routes: [
      route(echo, async ({ params, query, body }) => ({ id: params.id, page: query.page, name: body.name })),
      route(poke, async () => ({ poked: true })),
      route(mine, async (_input, { actor }) => ({ name: actor?.username ?? '' })),
      route(change, async () => ({})),
      route(appeal, async () => ({})),
      route(admin, async () => ({ name: 'admin' })),
      route(leak, async () => ({ name: 'x', passwordHash: 'secret' })),
      route(fault, async ({ query }) => {
        if (query.kind === 'busy') throw appError('rate_limited', { retryAfterS: 7 });
        throw new Error('postgres://secret text');
      }),
      route(upload, async (_input, request) => {
        const { files, fields } = await request.readForm({ maxFileBytes: 1000, tooLarge: 'image_too_large' });
        return { bytes: files[0]?.data.length ?? 0, label: fields.label ?? '' };
      }),
      route(setCookie, async (_input, { cookies }) => {
        cookies.set(sessionCookie, 'user', { maxAgeS: 60 });
        return { poked: true };
      }),
    ],
    raw: [
      (app) => {
        app.get('/test/page', (_request, reply) => reply.headers(htmlHeaders('n0nce')).send('<!doctype html>'));
        app.post('/test/webhook', { config: { fromAnywhere: true } }, async () => ({ ok: true }));
      },
    ],
  };
}

let app: TestApp;
let secure: TestApp;
const id = '2b1e5d62-6a0e-4a2c-9c53-3b4c3f7f0a11';

beforeAll(async () => {
  app = await startTestApp({ extra: testModule });
  secure = await startTestApp({
    extra: testModule,
    env: { PUBLIC_URL: 'https://fanfare.example', NODE_ENV: 'production', ALLOW_SANDBOX_CARDS: '1' },
  });
});

afterAll(async () => {
  await app.close();
  await secure.close();
});

function post(path: string, headers: Record<string, string>, body?: string): Promise<Response> {
  return fetch(app.url + path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
}

/** fetch() insists on its own Sec-Fetch and Host; this sends exactly what it is given. */
function plainPost(path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(app.url + path, { method: 'POST', headers }, (incoming) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => {
        body += chunk;
      });
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body }));
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}

describe('validation', () => {
  test("coerces input, and uses the endpoint's status", async () => {
    const client = app.client();
    expect(await client.call(echo, { params: { id }, query: { page: '4' }, body: { name: 'Mika' } })).toEqual({
      id,
      page: 4,
      name: 'Mika',
    });
  });

  test('returns a message per field, and the first one as the overall message', async () => {
    const response = await app.client().raw('POST', `/api/test/echo/${id}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'ab', age: 'x' }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 'validation_failed',
      message: 'Name must be at least 3 characters',
      fields: { name: 'Name must be at least 3 characters', age: 'Age is needed' },
    });
  });

  test.each([
    ['an unknown field', { name: 'Mika', role: 'admin' }],
    ['a prototype', JSON.parse('{"name":"Mika","__proto__":{"role":"admin"}}') as unknown],
    ['an array', ['Mika']],
    ['null', null],
    ['a character the database cannot store', { name: 'Mi\0ka' }],
  ])('%s in the body is refused', async (_name, body) => {
    const response = await post(`/api/test/echo/${id}`, { 'content-type': 'application/json' }, JSON.stringify(body));
    expect(response.status).toBe(400);
  });

  test('refuses a repeated parameter, and answers 404 for an impossible path', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await post(`/api/test/echo/${id}?page=1&page=2`, json, '{"name":"Mika"}')).status).toBe(400);
    expect((await post('/api/test/echo/unknown', json, '{"name":"Mika"}')).status).toBe(404);
  });

  test('refuses to send output with undeclared fields', async () => {
    const response = await app.client().raw('GET', '/api/test/leak');
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
  });
});

describe('bodies', () => {
  test('accepts a POST without a body, with or without a content type', async () => {
    expect((await plainPost('/api/test/poke', {})).status).toBe(200);
    expect((await plainPost('/api/test/poke', { 'content-type': 'application/json' })).status).toBe(200);
    expect((await plainPost('/api/test/poke', { 'content-type': 'text/plain', 'content-length': '0' })).status).toBe(
      200,
    );
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'application/octet-stream'])(
    '%s is 415',
    async (type) => {
      const response = await post('/api/test/poke', { 'content-type': type }, 'a=b');
      expect(response.status).toBe(415);
      expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' });
      assertSecurityHeaders(response);
    },
  );

  test('accepts forms only for endpoints with files', async () => {
    const form = new FormData();
    form.set('label', 'hello');
    form.set('file', new Blob(['x'.repeat(999)]), 'a.png');
    expect((await app.client().raw('POST', '/api/test/poke', { body: form })).status).toBe(415);
    expect(await app.client().form(upload, form)).toEqual({ bytes: 999, label: 'hello' });
    for (const bytes of [1000, 1001, 3_000_000]) {
      form.set('file', new Blob(['x'.repeat(bytes)]), 'a.png');
      await expect(app.client().form(upload, form)).rejects.toMatchObject({ status: 413, code: 'image_too_large' });
    }
    expect((await post('/api/test/upload', { 'content-type': 'application/json' }, '{}')).status).toBe(415);
    for (const part of ['', '; filename="a.png"']) {
      const broken = `--x\r\nContent-Disposition: form-data; name="file"${part}\r\n\r\nhalf`;
      const answer = await post('/api/test/upload', { 'content-type': 'multipart/form-data; boundary=x' }, broken);
      expect([answer.status, await answer.json()]).toMatchObject([400, { message: 'The form is not readable.' }]);
    }
  });

  test('refuses a body that is too large or not JSON', async () => {
    const json = { 'content-type': 'application/json' };
    const large = await post('/api/test/poke', json, JSON.stringify({ name: 'x'.repeat(300_000) }));
    expect([large.status, await large.json()]).toMatchObject([413, { code: 'payload_too_large' }]);
    const broken = await post('/api/test/poke', json, '{"name":');
    expect([broken.status, await broken.json()]).toMatchObject([400, { message: 'The body is not valid JSON.' }]);
    const deep = await post(`/api/test/echo/${id}`, json, '['.repeat(100_000));
    expect(deep.status).toBe(400);
  });
});

describe('other sites', () => {
  const own = () => app.url;
  test.each([
    ['neither header: no browser', {}, 200],
    ['same origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }, 200],
    ['a sister host', { 'sec-fetch-site': 'same-site' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another site with our Origin', { 'sec-fetch-site': 'cross-site', origin: 'OWN' }, 403],
    ['our Origin alone', { origin: 'OWN' }, 200],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['a foreign Origin that names its host as ours', { origin: 'http://evil.example', host: 'evil.example' }, 403],
    ['an opaque Origin', { origin: 'null' }, 403],
    ['a cookie and neither header', { cookie: 'sid=user' }, 200],
  ])('%s', async (_name, headers: Record<string, string>, status) => {
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value === 'OWN' ? own() : value]),
    );
    expect((await plainPost('/api/test/poke', sent)).status).toBe(status);
  });

  test('allows localhost by its other name, reads, and webhooks', async () => {
    const { port } = new URL(app.url);
    expect(
      (await plainPost('/api/test/poke', { host: `localhost:${port}`, origin: `http://localhost:${port}` })).status,
    ).toBe(200);
    const read = await fetch(`${app.url}/api/test/mine`, {
      headers: { 'sec-fetch-site': 'cross-site', cookie: 'sid=user' },
    });
    expect(read.status).toBe(200);
    expect(
      (await plainPost('/test/webhook', { origin: 'https://bank.example', 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(200);
  });
});

describe('who', () => {
  const as = (name: string) => ({ headers: { cookie: `sid=${name}` } });
  test.each([
    ['mine', '', 401],
    ['mine', 'stranger', 401],
    ['mine', 'user', 200],
    ['mine', 'suspended', 200],
    ['admin', '', 401],
    ['admin', 'user', 403],
    ['admin', 'creator', 403],
    ['admin', 'admin', 200],
  ])('%s as "%s" is %i', async (path, name, status) => {
    expect((await app.client().raw('GET', `/api/test/${path}`, as(name))).status).toBe(status);
  });

  test('lets a suspended person read, and write only where an endpoint allows it', async () => {
    const refused = await app.client().raw('PATCH', '/api/test/mine', as('suspended'));
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'suspended' }]);
    expect((await app.client().raw('PATCH', '/api/test/appeal', as('suspended'))).status).toBe(200);
    expect((await app.client().raw('GET', '/api/test/mine')).status).toBe(401);
  });

  test('gives the page renderer the same rights and checks', async () => {
    const { routes } = testModule(app.context);
    const visitor = inProcessClient(routes, systemContext(null));
    await expect(visitor(mine)).rejects.toMatchObject({ code: 'not_signed_in' });
    const user = inProcessClient(routes, systemContext(actors.user!));
    expect(await user(mine)).toEqual({ name: 'user' });
    const tooShort = { params: { id }, body: { name: 'a' } };
    await expect(user(echo, tooShort)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});

describe('answers', () => {
  test('distinguishes unknown paths from wrong methods', async () => {
    const nothing = await app.client().raw('GET', '/api/nothing');
    expect([nothing.status, await nothing.json()]).toMatchObject([404, { code: 'not_found' }]);
    for (const path of ['/api', `/api/test/echo/${'x'.repeat(400)}`, '/api/test/echo/%zz']) {
      for (const { status } of [await fetch(app.url + path), await post(path, {})]) expect(status).toBe(404);
    }
    for (const method of ['GET', 'DELETE', 'PATCH']) {
      const wrong = await app.client().raw(method, `/api/test/echo/${id}`);
      expect([wrong.status, await wrong.json()]).toMatchObject([405, { code: 'method_not_allowed' }]);
      expect(wrong.headers.get('allow')).toBe('POST');
    }
  });

  test('hides the text of faults, and sends Retry-After', async () => {
    const fault = await app.client().raw('GET', '/api/test/fault?kind=x');
    expect([fault.status, await fault.json()]).toEqual([
      500,
      { code: 'internal', message: 'Something went wrong on our side. Please try again.' },
    ]);
    const busy = await app.client().raw('GET', '/api/test/fault?kind=busy');
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '7']);
  });

  test('sends security headers with every response, even to unreadable requests', async () => {
    for (const path of [
      '/healthz',
      '/readyz',
      '/api/docs',
      '/api/openapi.json',
      '/test/page',
      '/%',
      '/api/%zz',
      '/nowhere',
    ]) {
      const response = await fetch(app.url + path);
      assertSecurityHeaders(response);
      expect(response.headers.get('strict-transport-security')).toBeNull();
    }
    const { port } = new URL(app.url);
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      socket.on('data', (chunk) => resolve(String(chunk)));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer).toContain('X-Content-Type-Options: nosniff');
  });

  test('pages have a nonce, and nothing without it runs', async () => {
    const policy = (await fetch(`${app.url}/test/page`)).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'nonce-n0nce' 'strict-dynamic'");
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).not.toMatch(/(script|style)-src [^;]*unsafe-inline/);
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  test('sends `no-store` with responses for a session', async () => {
    const { headers } = await app.client().raw('GET', '/api/test/mine', { headers: { cookie: 'sid=user' } });
    expect([headers.get('cache-control'), headers.get('x-request-id')]).toEqual(['no-store', expect.any(String)]);
    expect(headers.get('vary')).toContain('Cookie');
  });

  test('serves the OpenAPI document', async () => {
    const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    expect(document.paths['/api/test/echo/{id}']?.post).toMatchObject({ 'x-who': 'anyone' });
    expect(await (await fetch(`${app.url}/api/docs`)).text()).toContain('/api/test/echo/:id');
  });

  test('serves health, readiness and metrics', async () => {
    const textOf = async (path: string) => (await fetch(`${app.url}${path}`)).text();
    expect([await textOf('/readyz'), await textOf('/healthz')]).toEqual(['{"status":"ready"}', '{"status":"ok"}']);
    expect(await textOf('/metrics')).toContain('fanfare_http_request_seconds');
  });
});

describe('cookies', () => {
  test('keep their bare names over http', async () => {
    const client = app.client();
    const response = await client.raw('POST', '/api/test/cookie');
    expect(response.headers.getSetCookie()).toEqual(['sid=user; Max-Age=60; Path=/; HttpOnly; SameSite=Lax']);
    expect(await client.call(mine)).toEqual({ name: 'user' });
  });

  test('are bound to the host over https, with HSTS', async () => {
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${secure.port}${path}`, init);
    const response = await at('/api/test/cookie', { method: 'POST' });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toEqual(['__Host-sid=user; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax']);
    expect(response.headers.get('strict-transport-security')).toContain('max-age=31536000');
    expect((await at('/api/test/mine', { headers: { cookie: 'sid=user' } })).status).toBe(401);
    expect((await at('/api/test/mine', { headers: { cookie: '__Host-sid=user' } })).status).toBe(200);
  });
});
