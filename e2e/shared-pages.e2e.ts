import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { userPath } from '#contract/paths.ts';
import { editPool, type Pool } from '#contract/pools/pools.ts';
import { updateProfile } from '#contract/settings.ts';
import { goTo } from '#testing/browser.ts';
import { eventually } from '#testing/builders.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { seed, seededRandom } from '#testing/seeded-random.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const adultTitle = 'A velvet evening';
let owner: Member;
let fan: Member;
let pool: Pool;
let adultPool: Pool;

interface Answer {
  status: number;
  html: string;
  headers: Headers;
}

/** Sends a request without the cookies of an earlier answer. */
async function read(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const response = await stage.site.app.client().raw(method, path, { headers });
  return { status: response.status, html: await response.text(), headers: response.headers };
}

const cookieOf = ({ client }: Member) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const cacheOf = ({ headers }: Answer) => headers.get('cache-control') ?? '';

beforeAll(async () => {
  const { site } = stage;
  [owner, fan] = await Promise.all([site.member('owner'), site.member('fan')]);
  pool = await site.newPool(owner, await site.creator(), { title: 'A song about the harbour' });
  adultPool = await site.newPool(owner, null, { title: adultTitle, categories: ['NSFW'] });
  await site.admin.client.call(actOnPool, { params: { id: adultPool.id }, body: { action: 'open' } });
});

describe('a page for visitors', () => {
  it('may be shared by proxies, and is confirmed with 304 per content coding', async () => {
    for (const path of ['/', '/browse-tip-pools', pool.canonicalPath]) {
      const first = await read(path, { 'accept-encoding': 'br' });
      expect([first.status, cacheOf(first)]).toEqual([200, 'public, max-age=0, s-maxage=1, stale-while-revalidate=10']);
      expect(first.headers.get('vary')).toBe('Accept-Encoding, Cookie, Sec-Fetch-Site');
      expect(first.headers.get('content-encoding')).toBe('br');
      expect(first.headers.getSetCookie()).toEqual([]);
      const etag = first.headers.get('etag') ?? '';
      const known = await read(path, { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` });
      expect([known.status, known.html, known.headers.get('etag')]).toEqual([304, '', etag]);
      expect((await read(path, { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(200);
      const plain = await read(path, { 'accept-encoding': 'identity' });
      expect([plain.headers.get('content-encoding'), plain.html === first.html]).toEqual([null, true]);
      const head = await read(path, { 'accept-encoding': 'br' }, 'HEAD');
      expect([head.status, head.html, head.headers.get('etag')]).toEqual([200, '', etag]);
    }
  });

  it('shows a change at once', async () => {
    for (const title of ['A song about the tide', 'A song about the rain', 'A song about the harbour']) {
      await owner.client.call(editPool, { params: { id: pool.id }, body: { title } });
      const { headers, html, status } = await read(`/pool/${pool.id}`);
      const target = status === 301 ? (await read(headers.get('location') ?? '')).html : html;
      expect(target.includes(`<h1`) && target.includes(title)).toBe(true);
      pool = await stage.site.pool(pool.id);
    }
    // Jobs change pages without a request; the live update of the pool drops the page before its second is over.
    expect((await read(pool.canonicalPath)).html.includes('$17')).toBe(false);
    await stage.site.pledge(fan, pool, 1700);
    await eventually(
      () => read(pool.canonicalPath),
      ({ html }) => html.includes('$17'),
      5000,
    );
  });

  it('is the same page with and without tracking parameters, and another one for other parameters', async () => {
    const tagOf = async (path: string) => (await read(path)).headers.get('etag');
    const clean = await tagOf('/browse-tip-pools?sort=newest');
    expect(await tagOf('/browse-tip-pools?utm_source=x&sort=newest&fbclid=y')).toBe(clean);
    expect(await tagOf('/browse-tip-pools?sort=newest&search=zebra')).not.toBe(clean);
  });

  it('is not kept when it is missing or redirects', async () => {
    const missing = await read('/pool/none-such');
    expect([missing.status, cacheOf(missing)]).toEqual([404, 'no-cache']);
    expect(missing.headers.get('etag')).toBeNull();
    const redirect = await read('/dashboard');
    expect([redirect.status, cacheOf(redirect)]).toEqual([302, 'no-cache']);
    const name = `late_${randomBytes(4).toString('hex')}`;
    expect((await read(userPath(name))).status).toBe(404);
    await stage.site.sql`insert into users (username, email) values (${name}, ${`${name}@example.org`})`;
    expect((await read(userPath(name))).status).toBe(200);
  });

  it('is not changed by the headers of the visitor who asked first', async () => {
    const path = () => `/browse-tip-pools?nothing=${randomBytes(6).toString('hex')}`;
    const evil = 'evil.example';
    const disguises: Record<string, string>[] = [
      {
        'x-forwarded-host': evil,
        'x-forwarded-proto': 'https',
        'x-forwarded-for': '6.6.6.6',
        'x-original-url': '/admin',
      },
      { forwarded: `host=${evil}`, 'x-rewrite-url': '/admin', 'x-http-method-override': 'POST' },
      { referer: `https://${evil}/`, origin: `https://${evil}`, 'user-agent': evil, 'accept-language': evil },
      { authorization: `Bearer ${evil}`, 'cache-control': 'no-cache', range: 'bytes=0-9', accept: evil },
      { cookie: `other=${evil}; utm=${evil}; age_verified=${evil}; theme=${evil}; chat_previews=${evil}` },
    ];
    for (const headers of disguises) {
      const url = path();
      const first = await read(url, headers);
      const second = await read(url);
      expect([first.status, second.html === first.html, first.html.includes(evil)]).toEqual([200, true, false]);
    }
  });

  it('shows adult content only to visitors who have passed the age gate, and tells proxies not to keep it', async () => {
    const path = adultPool.canonicalPath;
    for (const [cookie, shown] of [
      ['', false],
      ['age_verified=1', true],
      ['age_verified=0', false],
      ['theme=dark; age_verified=1', true],
      ['age_verified=0; age_verified=1', false],
      ['not_age_verified=1', false],
      ['age_verified=%31', true],
      ['', false],
    ] as const) {
      const answer = await read(path, cookie ? { cookie } : {});
      expect(answer.status, cookie).toBe(200);
      expect(answer.html.includes(adultTitle), cookie).toBe(shown);
      expect(cacheOf(answer).startsWith('public'), cookie).toBe(!shown);
    }
  });
});

describe('the address of a shared link', () => {
  it('loses its tracking parameters before the page reads it', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools?utm_source=x&sort=newest&q=a%20b+c&fbclid=y#top');
    const { search, hash } = new URL(page.url());
    expect(search + hash).toBe('?sort=newest&q=a%20b+c#top');
    await goTo(page, `${pool.canonicalPath}?fbclid=y`);
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('heading', { level: 1, name: pool.title }).waitFor();
  });
});

describe('a page for a session', () => {
  it('is never shared, even if the session is unknown', async () => {
    const reader = await stage.site.member('reader');
    for (const path of ['/', '/browse-tip-pools', pool.canonicalPath]) {
      await read(path);
      const own = await read(path, { cookie: cookieOf(reader) });
      expect([own.status, cacheOf(own)]).toEqual([200, 'private, no-store']);
      expect(own.html.includes(reader.username)).toBe(true);
      expect(own.headers.get('etag')).toBeNull();
      const unknown = await read(path, { cookie: 'theme=dark; sid=unknown' });
      expect([unknown.status, cacheOf(unknown)]).toEqual([200, 'no-cache']);
      expect((await read(path)).html.includes(reader.username)).toBe(false);
    }
  });

  it("shows no one another person's private data, whatever was requested before", async () => {
    const { site } = stage;
    const { below, pick } = seededRandom(seed);
    const people = [owner, fan, site.admin, ...(await site.crowd(2))];
    for (const person of people.slice(0, 2)) {
      await person.client.call(updateProfile, {
        body: { username: person.username, bio: `The bio of ${person.username}` },
      });
    }
    const paths = [
      '/',
      '/browse-tip-pools',
      '/creators',
      pool.canonicalPath,
      adultPool.canonicalPath,
      '/settings',
      '/admin',
    ];
    const secrets = people.flatMap(({ email, client }) => [email, client.cookies.get('sid') ?? email]);
    const some = (chance: number, value: string) => (below(chance) === 0 ? value : '');
    const join = (parts: string[]) => parts.filter((part) => part !== '').join(pick(['; ', ';']));
    const headersWith = (cookie: string): Record<string, string> => ({
      ...(cookie ? { cookie } : {}),
      'accept-encoding': pick(['br', 'gzip;q=0.5, br;q=0', 'identity']),
      'x-forwarded-for': pick(['10.0.0.1', '6.6.6.6']),
      ...pick<Record<string, string>>([{}, { 'sec-fetch-site': 'none' }]),
    });
    const askAsVisitor = async () => {
      const [age, theme] = [
        some(3, 'age_verified=1'),
        some(2, pick(['theme=dark', 'theme=light', 'chat_previews=on'])),
      ];
      const cookie = join([theme, some(3, 'other=1'), age]);
      const path = pick(paths) + some(2, pick(['?utm_source=x', '?sort=newest']));
      const answer = await read(path, headersWith(cookie));
      const told = `SEED=${seed}: ${path} with "${cookie}" gives ${answer.status} ${cacheOf(answer)}`;
      const isForAll = answer.status === 200 && age === '' && theme === '';
      expect(cacheOf(answer), told).toMatch(isForAll ? /^public/ : /^no-cache$/);
      expect(answer.headers.getSetCookie(), told).toEqual([]);
      for (const secret of secrets) expect(answer.html.includes(secret), told).toBe(false);
      if (age === '') expect(answer.html.includes(adultTitle), told).toBe(false);
    };
    const askAsPerson = async () => {
      const path = pick(paths);
      const person = pick(people);
      const answer = await read(path, headersWith(join([some(2, 'theme=dark'), cookieOf(person)])));
      expect(cacheOf(answer), path).toBe('private, no-store');
      const own = [person.email, person.client.cookies.get('sid')];
      const told = `SEED=${seed}: ${path} for ${person.username}`;
      if (answer.status === 200) expect(answer.html.includes(person.email), told).toBe(true);
      for (const secret of secrets) if (!own.includes(secret)) expect(answer.html.includes(secret), told).toBe(false);
    };
    for (let round = 0; round < 60; round += 1) {
      await Promise.all([askAsPerson(), askAsVisitor(), askAsVisitor(), askAsPerson(), askAsVisitor(), askAsVisitor()]);
    }
  });
});
