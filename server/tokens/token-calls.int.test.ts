import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import { getHealth } from '#contract/admin/health.ts';
import { getPool, listPools } from '#contract/pools/pools.ts';
import type { Scope } from '#contract/scopes.ts';
import { tokenCallsPerMinute } from '#contract/token-limits.ts';
import { createToken, revokeToken } from '#contract/tokens.ts';
import { deleteUpdate, editUpdate, listUpdates, postUpdate } from '#contract/updates.ts';
import { startTestApp } from '#testing/app.ts';
import { chatClient, closeChatClients } from '#testing/chat-client.ts';
import { HttpSite, type Member } from '#testing/journeys/http-site.ts';
import { tokenCalls } from '#testing/journeys/token-scopes.ts';
import { startTraceCollector } from '#testing/servers/trace-collector.ts';
import { newApiToken } from './token-format.ts';

const lines: string[] = [];
let collector: Awaited<ReturnType<typeof startTraceCollector>>;
let site: HttpSite;
let ada: Member;
let token: string;

beforeAll(async () => {
  collector = await startTraceCollector();
  site = await HttpSite.open(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      LOG_LEVEL: 'trace',
      RATE_LIMITS: '1',
      ADULT_CONTENT: 'on',
    },
    'none',
    { logTo: { write: (line) => void lines.push(line) } },
  );
  ada = await site.member('ada');
  token = await tokenOf(ada, ['profile:read', 'pools:read', 'updates:write']);
});
afterAll(async () => {
  closeChatClients();
  await site.close();
  await collector.close();
});

async function tokenOf({ client }: Pick<Member, 'client'>, scopes: Scope[]): Promise<string> {
  return (await client.call(createToken, { body: { name: 'Bot', scopes } })).token;
}
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.app.client().raw(method, path, { headers });
const bodyOf = async (response: Response) => ({ status: response.status, ...((await response.json()) as object) });

describe('the Authorization header', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer  '])('takes the scheme as “%s”', async (scheme) => {
    expect((await ask('/api/user', { authorization: `${scheme} ${token}` })).status).toBe(200);
  });

  it('gets one and the same answer for whatever is no valid token', async () => {
    const expired = await tokenOf(ada, ['profile:read']);
    await site.sql`update api_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 second'
      where id = (select id from api_tokens order by created_at desc limit 1)`;
    const revoked = await ada.client.call(createToken, { body: { name: 'Bot', scopes: ['profile:read'] } });
    await ada.client.call(revokeToken, { params: { id: revoked.item.id } });
    const wrong = [expired, revoked.token, newApiToken(), `${token.slice(0, -1)}!`, 'ffp_short', '', 'x y', '\u00e9'];
    const answers = await Promise.all(wrong.map((text) => ask('/api/user', bearer(text))));
    const bare = await ask('/api/user', { authorization: token });
    for (const response of [...answers, bare]) {
      expect(response.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(await bodyOf(response)).toEqual({
        status: 401,
        code: 'token_invalid',
        message: 'This API token isn’t valid. It may be mistyped, expired or revoked.',
      });
    }
    // A call for everyone, too: the caller would take a visitor's answer for its own.
    expect((await ask('/api/pools', bearer(newApiToken()))).status).toBe(401);
  });

  it('must not have the token as a name or password, as curl -u sends it', async () => {
    for (const text of [`${token}:`, `x:${token}`]) {
      const basic = { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
      for (const path of ['/api/pools', '/api/user']) {
        expect(await bodyOf(await ask(path, basic))).toMatchObject({ status: 401, code: 'token_invalid' });
      }
    }
  });

  it('is asked for where it is missing', async () => {
    expect((await ask('/api/user')).headers.get('www-authenticate')).toBe('Bearer');
  });

  it('with another scheme is ignored', async () => {
    expect((await ask('/api/pools', { authorization: 'Basic YTpi' })).status).toBe(200);
    expect(await bodyOf(await ask('/api/user', { authorization: 'Basic YTpi' }))).toMatchObject({
      code: 'not_signed_in',
    });
  });

  it('is refused twice', async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(`${site.app.url}/api/user`, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.on('error', reject);
      sent.setHeader('authorization', [`Bearer ${token}`, `Bearer ${newApiToken()}`]);
      sent.end();
    });
    expect(status).toBe(400);
  });

  it('beside a session cookie does nothing, whatever the cookie is', async () => {
    const creator = await site.creator();
    const pool = await site.newPool(ada, creator);
    const both = site.app.client();
    const body = { content: 'News', audience: 'everyone' as const, requestKey: randomUUID() };
    const input = { params: { id: pool.id }, body };
    for (const cookie of [ada.client.cookies.get('sid') ?? '', 'nonsense']) {
      both.cookies.set('sid', cookie);
      await expect(both.call(postUpdate, input, bearer(token))).rejects.toMatchObject({
        status: 400,
        message: 'Send an API token or a session cookie, not both. Nothing was done.',
      });
    }
    expect((await ada.client.call(listUpdates, { params: { id: pool.id } })).updates).toEqual([]);
  });
});

describe('a token in an address', () => {
  it.each(['/api/user?access_token=', '/api/user?token=', '/api/pools?search=', '/api/pools/', '/api/nowhere/'])(
    'is refused: %s',
    async (path) => {
      for (const text of [token, token.replace('_', '%5f'), token.replace('_', '%5F').replace('ffp', '%66f%70')]) {
        expect(await bodyOf(await ask(path + text))).toMatchObject({
          status: 400,
          code: 'validation_failed',
          message: expect.stringContaining('Authorization header'),
        });
      }
    },
  );
});

describe('a call with a token', () => {
  it('writes updates as its owner', async () => {
    const pool = await site.newPool(ada, await site.creator());
    const bot = site.app.client();
    const body = { content: 'From the bot', audience: 'everyone' as const, requestKey: randomUUID() };
    const update = await bot.call(postUpdate, { params: { id: pool.id }, body }, bearer(token));
    expect(update.author?.username).toBe(ada.username);
    const params = { id: update.id };
    await bot.call(editUpdate, { params, body: { content: 'Edited' } }, bearer(token));
    expect((await bot.call(listUpdates, { params: { id: pool.id } }, bearer(token))).updates).toMatchObject([
      { content: 'Edited', canEdit: true },
    ]);
    await expect(
      bot.call(deleteUpdate, { params }, bearer(await tokenOf(await site.member(), ['updates:write']))),
    ).rejects.toMatchObject({ status: 403 });
    // An admin moderates in a session.
    const admins = await tokenOf(site.admin, ['updates:write', 'admin:read']);
    await expect(bot.call(deleteUpdate, { params }, bearer(admins))).rejects.toMatchObject({ status: 403 });
    await bot.call(deleteUpdate, { params }, bearer(token));
    expect((await ada.client.call(listUpdates, { params: { id: pool.id } })).updates).toEqual([]);
  });

  it('without the scope is told which one is missing', async () => {
    const reader = await tokenOf(ada, ['profile:read']);
    const response = await ask('/api/pools', bearer(reader));
    expect(response.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope"');
    expect(await bodyOf(response)).toMatchObject({
      status: 403,
      code: 'token_forbidden',
      message: 'This call needs a token with the scope pools:read.',
    });
  });

  it('hears of a mistyped address that it does not exist', async () => {
    const reader = await tokenOf(ada, ['profile:read']);
    for (const path of ['/api/event', '/api/usr?page=1']) {
      expect(await bodyOf(await ask(path, bearer(reader)))).toMatchObject({ status: 404, code: 'not_found' });
    }
  });

  it('stays behind the age gate, as its owner in a new browser', async () => {
    const pool = await site.newPool(ada, await site.creator());
    await site.sql`update pools set adult = true where id = ${pool.id}`;
    const bot = site.app.client();
    const read = () => bot.call(getPool, { params: { id: pool.id } }, bearer(token));
    expect(await read()).toMatchObject({ adultGate: 'age' });
    bot.cookies.set('age_verified', '1');
    expect(await read()).toMatchObject({ adultGate: null });
  });

  it('is stored by no cache', async () => {
    const response = await ask('/api/pools', bearer(token));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('vary')).toContain('Authorization');
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('gives nothing to a page of another site', async () => {
    const origin = 'https://evil.example';
    const preflight = await ask('/api/user', { origin, 'access-control-request-headers': 'authorization' }, 'OPTIONS');
    const read = await ask('/api/user', { origin, 'sec-fetch-site': 'cross-site', ...bearer(token) });
    for (const { headers } of [preflight, read]) {
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
    const write = await ask('/api/updates/x', { origin, 'sec-fetch-site': 'cross-site', ...bearer(token) }, 'DELETE');
    expect(await bodyOf(write)).toMatchObject({ status: 403, code: 'cross_origin' });
  });

  it.each(['/', '/robots.txt', '/api/user/export', '/api/openapi.json', '/healthz'])(
    'is refused at %s, which takes no tokens',
    async (path) => {
      expect(await bodyOf(await ask(path, bearer(token)))).toMatchObject({ status: path === '/' ? 404 : 403 });
    },
  );

  it('opens no socket', async () => {
    for (const transports of [['websocket'], ['polling']] as const) {
      await expect(
        chatClient(site.app, null, { headers: bearer(token), transports: [...transports] }),
      ).rejects.toThrow();
    }
    const handshake = await fetch(`${site.app.url}/socket.io/?EIO=4&transport=polling`, { headers: bearer(token) });
    expect(await bodyOf(handshake)).toMatchObject({ status: 403, message: 'token_forbidden' });
  });
});

it('is described in the API document: the scheme, and the scope of each call', async () => {
  const document = (await (await ask('/api/openapi.json')).json()) as {
    components: { securitySchemes: Record<string, object> };
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  expect(document.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' });
  const { paths } = document;
  expect(paths['/api/user']?.get).toMatchObject({
    security: [{ session: [] }, { token: ['profile:read'] }],
    responses: { 401: expect.anything(), 403: expect.anything() },
  });
  expect(paths['/api/pools']?.get?.security).toEqual([{}, { token: ['pools:read'] }]);
  expect(paths['/api/user/tokens']?.post?.security).toEqual([{ session: [] }]);
  const described = Object.values(paths)
    .flatMap(Object.values)
    .filter(({ security }) => JSON.stringify(security)?.includes('"token"'));
  expect(described).toHaveLength(Object.values(tokenCalls).flat().length);
  expect(await (await ask('/api/docs')).text()).toContain('user · profile:read');
});

describe('the limit of calls', () => {
  it('is one for each token, and says when to come back', async () => {
    const [one, other] = [await tokenOf(ada, ['profile:read']), await tokenOf(ada, ['profile:read'])];
    for (let sent = 0; sent < tokenCallsPerMinute; sent += 50) {
      await Promise.all(Array.from({ length: 50 }, () => ask('/api/user', bearer(one)).then((each) => each.text())));
    }
    const refused = await ask('/api/user', bearer(one));
    expect(await bodyOf(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await ask('/api/user', bearer(other))).status).toBe(200);
    await ada.client.call(getCurrentUser);
  });

  it('of an address holds also for tokens that are not valid', async () => {
    const strict = await startTestApp({ env: { RATE_LIMITS: '0.01' } });
    const statuses: number[] = [];
    for (let sent = 0; sent <= 120; sent += 1) {
      const answer = await fetch(`${strict.url}/api/user`, { headers: bearer(newApiToken()) });
      statuses.push(answer.status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    await strict.close();
  });
});

it('counts calls with wrong tokens for their address, because each costs a query', async () => {
  const strict = await HttpSite.open({ RATE_LIMITS: '0.01' });
  const call = () => strict.app.client().raw('GET', '/api/user', { headers: bearer(newApiToken()) });
  const statuses = [];
  for (let sent = 0; sent < 150; sent += 1) statuses.push((await call()).status);
  expect(statuses[0]).toBe(401);
  expect(statuses.at(-1)).toBe(429);
  await strict.close();
});

describe('a second factor that the role requires', () => {
  it('is required of a token, too', async () => {
    const strict = await HttpSite.open({ REQUIRE_SECOND_FACTOR: 'admins' });
    const graceFor = (time: string) =>
      strict.sql`update users set second_factor_grace_until = now() + ${time}::interval where id = ${strict.admin.id}`;
    await graceFor('1 day');
    const text = await tokenOf(strict.admin, ['admin:read', 'pools:read']);
    const read = () => strict.app.client().call(getHealth, {}, bearer(text));
    await read();
    await graceFor('-1 minute');
    await expect(read()).rejects.toMatchObject({ status: 403, code: 'second_factor_missing' });
    await expect(strict.app.client().call(listPools, {}, bearer(text))).rejects.toMatchObject({
      code: 'second_factor_missing',
    });
    await strict.close();
  });
});

it('neither log nor traces have a token', async () => {
  await ask(`/api/pools/${token}?x=${token}`, { ...bearer(token), referer: `${site.app.url}/?t=${token}` });
  await ask(`/nowhere/${token}?x=${token}`);
  const { log } = site.app.context;
  log.warn({ headers: { authorization: `Bearer ${token}` }, url: `/x?${token}` }, `a message with ${token}`);
  log.child({ path: `/${token}` }, { redact: [] }).error({ err: new Error(`an error with ${token}`) }, 'failed');
  await ask(`/nowhere/${token.replace('_', '%5F').replace('f', '%66')}`);
  await ask('/api/user', bearer(token));
  await expect.poll(() => lines.some((line) => line.includes('"path":"/api/user"'))).toBe(true);
  await expect
    .poll(() => collector.spans().some(({ name }) => name === 'GET /api/user'), { timeout: 10_000 })
    .toBe(true);
  const everything = [...lines, ...collector.bodies].join('\n');
  expect(everything).not.toContain(token.slice(4));
  expect(everything).not.toContain(token.slice(4, 24));
  expect(lines.filter((line) => line.includes('ffp_[hidden]')).length).toBeGreaterThanOrEqual(4);
});
