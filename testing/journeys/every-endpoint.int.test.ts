import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as accounts from '#contract/accounts.ts';
import * as audit from '#contract/admin/audit.ts';
import * as moderation from '#contract/admin/moderation.ts';
import * as adminMoney from '#contract/admin/money.ts';
import * as adminUsers from '#contract/admin/users.ts';
import { type ErrorTexts, languageHeader } from '#contract/app-error.ts';
import * as creators from '#contract/creators/creators.ts';
import * as delivery from '#contract/delivery.ts';
import { type AnyEndpoint, endpointUrl } from '#contract/endpoint.ts';
import * as legal from '#contract/legal.ts';
import * as media from '#contract/media.ts';
import * as notifications from '#contract/notifications.ts';
import * as performers from '#contract/performers.ts';
import * as pledges from '#contract/pledges/pledges.ts';
import * as pools from '#contract/pools/pools.ts';
import * as translations from '#contract/translations.ts';
import * as transparency from '#contract/transparency.ts';
import type { TestClient } from '#testing/client.ts';
import { HttpSite } from './http-site.ts';
import { type SampleKind, sampleOf } from './schema-sample.ts';

/** Calls every endpoint in every role: callers without permission are refused, and no call causes a server error. */
const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'output' in value;
const endpoints = [
  accounts,
  adminMoney,
  adminUsers,
  audit,
  creators,
  delivery,
  legal,
  media,
  moderation,
  notifications,
  performers,
  pledges,
  pools,
  translations,
  transparency,
]
  .flatMap((module) => Object.values(module as Record<string, unknown>))
  .filter(isEndpoint);
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

const roles = ['visitor', 'fan', 'creator', 'admin', 'suspended'] as const;
type Role = (typeof roles)[number];
/** English with accents, in brackets. */
const language = 'en-XA';
let site: HttpSite;
let sessions: Record<Role, string | undefined>;
/** Existing ids, so that calls get further than "not found". */
let ids: { pool: string; pledge: string };

beforeAll(async () => {
  site = await HttpSite.open({ RATE_LIMITS: 'off', LOCALES: language });
  const [fan, suspended] = await site.crowd(2, 'pays');
  if (!fan || !suspended) throw new Error('the crowd is empty');
  const creator = await site.creator();
  const pool = await site.newPool(fan, creator, { fundingGoal: 1000_00 });
  const { pledge } = await site.pledgeWithSavedCard(fan, pool, 10_00);
  ids = { pool: pool.id, pledge: pledge.id };
  await site.sql`update users set suspended_at = now() where id = ${suspended.id}`;
  const sessionOf = (client: TestClient) => client.cookies.get('sid');
  sessions = {
    visitor: undefined,
    fan: sessionOf(fan.client),
    creator: sessionOf(creator.client),
    admin: sessionOf(site.admin.client),
    suspended: sessionOf(suspended.client),
  };
});
afterAll(() => site.close());

/** A URL cannot contain a lone surrogate. */
const whole = (values: unknown) =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, String(value ?? '').toWellFormed()]));

interface Answer {
  status: number;
  code: string | undefined;
}

/** Messages for programs and admins are English in every language. */
const englishOnly = ['Send at least one of role, isVerified, suspended and payoutsHeld.'];

/** `message` and `fields` are English; `translated` has the same texts in the language of the request. */
function assertTranslated({ message, fields = {}, translated }: ErrorTexts & { translated: ErrorTexts }): void {
  const english = [message, ...Object.values(fields)];
  const texts = [translated.message, ...Object.values(translated.fields ?? {})];
  expect(texts).toHaveLength(english.length);
  for (const [index, text] of texts.entries()) {
    expect(english[index]).not.toMatch(/^\[/);
    if (englishOnly.includes(text)) expect(english[index]).toBe(text);
    else expect(text).toMatch(/^\[.*\]$/s);
  }
}

/** Uses a new client for each call, so that a change of the session cookie does not affect the next call. */
async function ask(
  endpoint: AnyEndpoint,
  role: Role,
  given: { params?: unknown; query?: unknown; body?: unknown },
): Promise<Answer> {
  const client = site.app.client();
  const session = sessions[role];
  if (session) client.cookies.set('sid', session);
  const path = endpointUrl(endpoint, whole(given.params), whole(given.query));
  const headers = { [languageHeader]: language };
  const response = await client.raw(endpoint.method, path, {
    headers,
    ...(given.body === undefined
      ? {}
      : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(given.body) }),
  });
  const text = await response.text();
  // Every error has the same shape; `raw` has checked the headers.
  if (response.status >= 400) {
    const refusal = JSON.parse(text) as { code: string; translated: ErrorTexts } & ErrorTexts;
    expect(refusal).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    // Node.js refuses an address that is too long before it reads the headers.
    if (response.status !== 431) assertTranslated(refusal);
  }
  const body = text ? (JSON.parse(text) as { code?: string }) : {};
  return { status: response.status, code: body.code };
}

/** Existing ids for the path. Endpoints of other kinds get an id that they do not know, which is also a case. */
function paramsFor({ path, params }: AnyEndpoint): Record<string, string> | undefined {
  if (!params) return undefined;
  const id = path.includes('/pledges/:id') ? ids.pledge : ids.pool;
  return Object.fromEntries(
    [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, name === 'username' ? 'unknown' : id]),
  );
}

/** The expected status and code if permission alone decides; undefined otherwise. */
function expectedOf({ who, method, whileSuspended }: AnyEndpoint, role: Role): [number, string] | undefined {
  if (who !== 'anyone' && role === 'visitor') return [401, 'not_signed_in'];
  if (role === 'suspended' && method !== 'GET' && !whileSuspended) return [403, 'suspended'];
  if (who === 'admin' && role !== 'admin') return [403, 'forbidden'];
  if (who === 'creator' && role !== 'creator' && role !== 'admin') return [403, 'forbidden'];
  return undefined;
}

// Signing out last: it ends the session that the other calls need.
const inOrder = endpoints.toSorted((a, b) => Number(a.path === '/api/logout') - Number(b.path === '/api/logout'));

it('documents every endpoint of the contract in /api/openapi.json', async () => {
  const response = await site.app.client().raw('GET', '/api/openapi.json');
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(endpoints.map(nameOf).filter((name) => !documented.includes(name))).toEqual([]);
  // Endpoints that answer with bytes are documented, too.
  const bytes = ['/api/user/export', '/api/image-proxy', '/api/auth/google', '/api/oembed'].map(
    (path) => `GET ${path}`,
  );
  expect(documented).toEqual(expect.arrayContaining(bytes));
});

it('refuses an unknown choice in the query of every list', async () => {
  const response = await site.app.client().raw('GET', '/api/openapi.json');
  interface Parameter {
    in: string;
    name: string;
    schema: { enum?: string[] };
  }
  const { paths } = (await response.json()) as { paths: Record<string, { get?: { parameters: Parameter[] } }> };
  const choices = Object.entries(paths).flatMap(([path, { get }]) =>
    (get?.parameters ?? []).flatMap(({ in: where, name, schema }) =>
      where === 'query' && (schema.enum || ['status', 'sort', 'kind'].includes(name)) ? [{ path, name }] : [],
    ),
  );
  expect(choices.length).toBeGreaterThan(15);
  for (const { path, name } of choices) {
    const client = site.app.client();
    client.cookies.set('sid', sessions.admin ?? '');
    const refused = await client.raw('GET', `${path.replace(/\{\w+\}/g, ids.pool)}?${name}=bogus`);
    expect([path, name, refused.status]).toEqual([path, name, 400]);
    expect(await refused.json()).toMatchObject({ code: 'validation_failed', fields: { [name]: expect.any(String) } });
  }
});

describe.each(inOrder.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (_name, endpoint) => {
  it.each(roles)('%s', async (role) => {
    const signedOut = endpoint.path === '/api/logout';
    const query = sampleOf(endpoint.query);
    const body = sampleOf(endpoint.body);
    for (const given of [{}, { query, body }, { query, body, params: sampleOf(endpoint.params) }]) {
      const params = given.params ?? paramsFor(endpoint);
      const { status, code } = await ask(endpoint, signedOut ? 'visitor' : role, {
        ...given,
        ...(params ? { params } : {}),
      });
      expect(status, code).toBeLessThan(500);
      const expected = expectedOf(endpoint, role);
      if (expected) expect([status, code]).toEqual(expected);
      else expect(code).not.toBe('not_signed_in');
    }
  });
});

describe('hostile input', () => {
  const kinds: SampleKind[] = ['nul', 'long', 'odd', 'upper_case'];
  const bodies: unknown[] = [[], 'text', 42, null, { constructor: 1 }, [[[[[[]]]]]]];

  it.each(inOrder.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_name, endpoint) => {
    // One role is enough here; registering many accounts is covered elsewhere.
    const role: Role = endpoint.path === '/api/logout' ? 'visitor' : 'admin';
    const params = paramsFor(endpoint);
    for (const kind of kinds) {
      const given = { query: sampleOf(endpoint.query, kind), body: sampleOf(endpoint.body, kind) };
      const strange = sampleOf(endpoint.params, kind);
      const existing = kind === 'upper_case' ? inUpperCase(params) : params;
      expect([kind, (await ask(endpoint, role, { ...given, params: existing })).status]).toSatisfy(isNoFault);
      if (strange && kind !== 'long')
        expect([kind, (await ask(endpoint, role, { ...given, params: strange })).status]).toSatisfy(isNoFault);
    }
    if (endpoint.method === 'GET') return;
    for (const body of bodies)
      expect([body, (await ask(endpoint, role, { params, body })).status]).toSatisfy(isNoFault);
  });

  const inUpperCase = (params: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value.toUpperCase()]));
  const isNoFault = ([, status]: [unknown, number]) => status < 500 || status === 503;

  it('is refused as malformed, deep and huge bodies', async () => {
    const client = site.app.client();
    const send = async (body: string, type = 'application/json') =>
      (await client.raw('POST', '/api/login', { headers: { 'content-type': type }, body })).status;
    expect(await send('{"email":')).toBe(400);
    expect(await send('['.repeat(20_000) + ']'.repeat(20_000))).toBe(400);
    expect(await send(JSON.stringify({ email: 'x'.repeat(3_000_000), password: 'y' }))).toBe(413);
    expect(await send('email=a&password=b', 'application/x-www-form-urlencoded')).toBe(415);
    expect(await send('{}', 'text/plain')).toBe(415);
  });

  it('causes no server error on paths outside the contract', async () => {
    const paths = [
      '/sandbox/checkout/%00',
      '/sandbox/checkout/%ff',
      '/api/content-files/%00',
      '/api/uploads/%00',
      '/media/%00',
    ];
    const more = [
      '/api/auth/google?redirect=%00',
      '/api/webhooks/%00',
      '/api/%00',
      '/%00',
      '/api/pools/../../etc/passwd',
    ];
    for (const path of [...paths, ...more]) {
      for (const method of ['GET', 'POST', 'HEAD', 'PATCH', 'DELETE']) {
        expect([method, path, (await site.app.client().raw(method, path)).status]).toSatisfy(
          ([, , status]) => Number(status) < 500 || status === 503,
        );
      }
    }
  });

  it('is refused by file and upload paths without permission', async () => {
    for (const role of roles) {
      const client = site.app.client();
      const session = sessions[role];
      if (session) client.cookies.set('sid', session);
      const file = await client.raw('GET', `/api/content-files/${randomUUID()}`);
      expect([role, file.status]).toEqual([role, role === 'visitor' ? 401 : 404]);
      const upload = await client.raw('POST', '/api/uploads', {
        headers: { 'tus-resumable': '1.0.0', 'upload-length': '10' },
      });
      if (role === 'visitor') expect(upload.status).toBe(401);
      if (role === 'suspended') expect(upload.status).toBe(403);
      expect(upload.status).toBeLessThan(500);
    }
  });
});
