import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { uploadImage } from '#contract/media.ts';
import { cancelPool, type Pool } from '#contract/pools/pools.ts';
import { poolShareImage } from '#contract/sharing.ts';
import { startTestApp, type TestApp } from '#testing/app.ts';
import { type Creator, makeCreator, makePool, pledge } from '#testing/builders.ts';
import { insertPerson, type Person } from '#testing/insert-person.ts';
import { markupFaults } from '#testing/markup.ts';
import { readXml } from '#testing/xml.ts';
import { writeSitemapIndex, writeSitemapOfPools } from './write-sitemap.ts';

const title = 'Songs & <b>stories</b> "live" 😂';
let app: TestApp;
let owner: Person;
let creator: Creator;
let pool: Pool;
let adult: Pool;
beforeAll(async () => {
  app = await startTestApp();
  owner = await insertPerson(app);
  creator = await makeCreator(app);
  const admin = await insertPerson(app, 'admin');
  const form = new FormData();
  const photo = await sharp({ create: { width: 900, height: 500, channels: 3, background: '#2266aa' } })
    .png()
    .toBuffer();
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/png' }), 'a.png');
  const { id } = await owner.client.form(uploadImage, form);
  pool = await makePool(owner, { title, creatorProfileId: creator.profileId, imageIds: [id] });
  await makePool(owner, { title: 'Without a picture', categories: ['Art'] });
  adult = await makePool(owner, {
    title: 'Unspeakable',
    description: 'Unspeakable things, at length.',
    categories: ['NSFW'],
  });
  await admin.client.call(actOnPool, { params: { id: adult.id }, body: { action: 'open' } });
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(new URL(path, app.url), { headers });
const textOf = async (path: string) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  return response.text();
};

describe('share pictures', () => {
  it.each([
    ['a pool with a picture', () => `/share/pool/${pool.id}.jpg?v=0-0`],
    ['an adult pool', () => `/share/pool/${adult.id}.jpg`],
    ['the site', () => '/share/site.jpg'],
    ['a creator', () => `/share/creator/${creator.username}.jpg`],
  ])('of %s is a JPEG of 1200 by 630 for other sites', async (_name, path) => {
    const response = await get(path());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/jpeg');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('cache-control')).toBe('public, max-age=600');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(300_000);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
    const again = await get(path(), { 'if-none-match': response.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  it('do not draw a picture that a takedown notice disabled in another place', async () => {
    const { sql } = app.context.db;
    const etag = async () => (await get(`/share/pool/${pool.id}.jpg`)).headers.get('etag');
    const [etagBefore, withheldAt] = [await etag(), new Date()];
    const withhold = (at: Date | null) =>
      sql`update images set withheld_at = ${at} where id in (select image_id from pool_images where pool_id = ${pool.id})`;
    await withhold(withheldAt);
    expect(await etag()).not.toBe(etagBefore);
    await withhold(null);
    expect(await etag()).toBe(etagBefore);
  });

  it('have a new URL after every pledge, however small', () => {
    const after = { ...pool, pledgedAmount: pool.pledgedAmount + 3_00 };
    expect(poolShareImage(after)).not.toBe(poolShareImage(pool));
    expect(after.pledgedPercentage).toBe(pool.pledgedPercentage);
  });

  it.each(['/share/pool/nothing.jpg', '/share/pool/nothing.png', '/share/creator/nobody_here.jpg'])(
    'return 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('the calendar entry', () => {
  const path = ({ id }: Pool) => `/calendar/pool/${id}.ics`;
  const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');

  it('of a pool is the last hour before its deadline, with an alarm a day before', async () => {
    const response = await get(path(pool));
    expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const text = await response.text();
    // RFC 5545: lines of at most 75 bytes, and commas and semicolons are escaped.
    expect(Math.max(...text.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
    const lines = linesOf(text);
    const instant = (ms: number) => `${new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '')}`;
    const end = Date.parse(pool.deadline);
    expect(lines).toContain(`DTSTART:${instant(end - 3_600_000)}`);
    expect(lines).toContain(`DTEND:${instant(end)}`);
    expect(lines).toContain(`SUMMARY:Last hour to pledge: ${title}`);
    expect(lines).toContain('TRIGGER:-P1D');
    expect(text).toContain(`UID:pool-${pool.id}@`);
  });

  it('of an adult pool reveals nothing', async () => {
    expect(await textOf(path(adult))).not.toMatch(/unspeakable/i);
  });

  it('exists only while the pool takes pledges', async () => {
    const ended = await makePool(owner, { title: 'Ended' });
    await owner.client.call(cancelPool, {
      params: { id: ended.id },
      body: { reason: 'We found another way to do it.' },
    });
    expect((await get(path(ended))).status).toBe(404);
    const freeze = (frozen: boolean) => app.context.db.sql`update pools set frozen = ${frozen} where id = ${pool.id}`;
    await freeze(true);
    expect((await get(path(pool))).status).toBe(404);
    await freeze(false);
    expect((await get(path(pool))).status).toBe(200);
    for (const name of ['nothing.ics', `${pool.id}.pdf`, `${pool.id}.ics.ics`])
      expect((await get(`/calendar/pool/${name}`)).status, name).toBe(404);
  });
});

describe('feeds', () => {
  it.each([
    ['/feed.xml', () => '/feed.xml', 2],
    ['a category', () => '/category/music/feed.xml', 1],
    ['a creator', () => `/creator/${creator.username.toUpperCase()}/feed.xml`, 1],
  ])('offer RSS for %s', async (_name, path, number) => {
    const source = await textOf(path());
    const elements = readXml(source);
    expect(elements[0]).toMatchObject({ name: 'rss', attributes: { version: '2.0' } });
    expect(elements.filter(({ name }) => name === 'item')).toHaveLength(number);
    expect(source).not.toContain('Unspeakable');
    const titles = elements.filter(({ name }) => name === 'title').map(({ text }) => text);
    expect(titles).toContain(pool.title);
    const links = elements.filter(({ name }) => name === 'link').map(({ text }) => text);
    expect(links).toContain(app.url + pool.canonicalPath);
  });

  it.each(['/feed.atom', '/category/Music/feed.atom'])('offer Atom at %s', async (path) => {
    const elements = readXml(await textOf(path));
    const names = elements.map(({ name }) => name);
    expect(elements[0]).toMatchObject({ name: 'feed', attributes: { xmlns: 'http://www.w3.org/2005/Atom' } });
    for (const name of ['id', 'title', 'updated', 'entry', 'published', 'author']) expect(names).toContain(name);
    expect(elements.find(({ attributes }) => attributes.rel === 'self')?.attributes.href).toBe(
      app.url + path.toLowerCase(),
    );
  });

  it.each(['/category/nsfw/feed.xml', '/category/none/feed.atom', '/creator/nobody_here/feed.xml'])(
    'return 404 for %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );
});

describe('sitemap', () => {
  it('lists its files, which list all pages except adult ones', async () => {
    const index = readXml(await textOf('/sitemap.xml'));
    const files = index.filter(({ name }) => name === 'loc').map(({ text }) => text);
    expect(files).toEqual(['pages', 'pools-1', 'creators-1'].map((name) => `${app.url}/sitemap-${name}.xml`));
    const all: string[] = [];
    for (const file of files) {
      const elements = readXml(await textOf(new URL(file).pathname));
      expect(elements[0]?.name).toBe('urlset');
      all.push(...elements.filter(({ name }) => name === 'loc').map(({ text }) => text));
    }
    expect(all).toContain(`${app.url}/browse-tip-pools`);
    expect(all).toContain(app.url + pool.canonicalPath);
    expect(all).toContain(`${app.url}/creator/${creator.username}`);
    expect(all).toContain(`${app.url}/browse-tip-pools?categories=Music`);
    expect(all.join()).not.toMatch(/unspeakable|nsfw/i);
    expect((await get('/sitemap-pools-2.xml')).status).toBe(404);
    expect((await get('/sitemap-pools-0.xml')).status).toBe(404);
  });

  it('is split into several files if one is full', async () => {
    const index = readXml(await writeSitemapIndex(app.context, 1));
    expect(index.filter(({ text }) => text.includes('pools-'))).toHaveLength(2);
    const [first, second, third] = await Promise.all(
      [1, 2, 3].map((file) => writeSitemapOfPools(app.context, file, 1)),
    );
    expect(first).toContain(pool.canonicalPath);
    expect(second).toContain('without-a-picture');
    expect(third).toBeNull();
  });

  it('is named in robots.txt', async () => {
    expect(await textOf('/robots.txt')).toContain(`Sitemap: ${app.url}/sitemap.xml`);
  });
});

describe('embeds', () => {
  const path = (more = '') => `/embed/pool/${pool.id}${more}`;

  it('allow framing only for the pool page, which runs one known script', async () => {
    const response = await get(path());
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('frame-ancestors *');
    expect(policy).toContain("default-src 'none'");
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
    const html = await response.text();
    expect(html).toContain('Songs &amp; &lt;b&gt;stories');
    expect(html).toContain(app.url + pool.canonicalPath);
    const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    for (const [tag, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const [element, ...others] = [...html.matchAll(new RegExp(`<${tag}[^>]*>(.*?)</${tag}>`, 'gs'))];
      expect(others).toEqual([]);
      expect(policy.split('; ')).toContain(`${directive} ${hashOf(element?.[1])}`);
    }
    expect(await markupFaults(html)).toEqual([]);
    for (const other of ['/embed/other', '/robots.txt', '/feed.xml', '/embed/pool/x/y']) {
      expect((await get(other)).headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
  });

  it('are the same for everyone, and cost a 304 while nothing changes', async () => {
    const response = await get(path());
    expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    const etag = response.headers.get('etag') ?? '';
    expect((await get(path(), { 'if-none-match': etag })).status).toBe(304);
    const signedIn = await get(path(), { cookie: `sid=${owner.id}` });
    expect(signedIn.headers.get('etag')).toBe(etag);
    const fan = await insertPerson(app);
    const other = await makePool(owner, { title: 'Counted', fundingGoal: 5000 });
    const before = (await get(`/embed/pool/${other.id}`)).headers.get('etag') ?? '';
    await pledge(fan, other.id, 5000);
    const after = await get(`/embed/pool/${other.id}`, { 'if-none-match': before });
    expect(after.status).toBe(200);
    expect(await after.text()).toMatch(/Goal met.*\$50.*100%.*1 fan/s);
  });

  it('say the state and the time left, and have the theme that the address names', async () => {
    expect(await textOf(path())).toMatch(/<span>Filling up<\/span>.*0 fans · 30 days left/s);
    for (const theme of ['light', 'dark'])
      expect(await textOf(path(`?theme=${theme}`))).toContain(`data-theme="${theme}">`);
    for (const query of ['', '?theme=', '?theme=blue', '?theme="><script>', '?theme=dark&theme=light'])
      expect(await textOf(path(query))).not.toMatch(/<html[^>]*data-theme/);
  });

  it('become neutral when the pool is removed', async () => {
    const other = await makePool(owner, { title: 'Soon gone' });
    const admin = await insertPerson(app, 'admin');
    const body = { action: 'remove' as const, reason: 'It breaks the rules.' };
    await admin.client.call(actOnPool, { params: { id: other.id }, body });
    const response = await get(`/embed/pool/${other.id}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toContain('frame-ancestors *');
    const html = await response.text();
    expect(html).toContain('This pool is no longer available');
    expect(html).not.toContain('Soon gone');
    expect(await markupFaults(html)).toEqual([]);
  });

  it('hide adult content and return 404 for unknown pools', async () => {
    expect(await textOf(`/embed/pool/${adult.id}`)).not.toContain('Unspeakable');
    expect((await get('/embed/pool/nothing')).status).toBe(404);
  });

  it('are described by oEmbed as JSON and XML, only for URLs of this site', async () => {
    const url = encodeURIComponent(app.url + pool.canonicalPath);
    const response = await get(`/api/oembed?url=${url}&maxwidth=300`);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    const answer = (await response.json()) as Record<string, unknown>;
    expect(answer).toMatchObject({ version: '1.0', type: 'rich', title: pool.title, width: 300, author_name: 'Maya' });
    expect(answer.html).toContain(`src="${app.url}/embed/pool/${pool.id}" width="300" height="320"`);
    expect(answer.html).toContain('title="Songs &amp; &lt;b&gt;stories&lt;/b&gt; &quot;live&quot; 😂" loading="lazy"');
    const dark = (await (await get(`/api/oembed?url=${url}&theme=dark`)).json()) as { html: string };
    expect(dark.html).toContain(`src="${app.url}/embed/pool/${pool.id}?theme=dark"`);
    for (const code of [answer.html, dark.html]) {
      const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A blog</title></head><body>${code}</body></html>`;
      expect(await markupFaults(page)).toEqual([]);
    }
    const elements = readXml(await textOf(`/api/oembed?format=xml&url=${url}`));
    expect(elements.find(({ name }) => name === 'html')?.text).toContain('<iframe');
    for (const other of ['https://example.com/pool/1', `${app.url}/about-us`, '', 'nonsense']) {
      expect((await get(`/api/oembed?url=${encodeURIComponent(other)}`)).status).toBe(404);
    }
    expect((await get(`/api/oembed?format=yaml&url=${url}`)).status).toBe(501);
    const hidden = await textOf(`/api/oembed?url=${encodeURIComponent(app.url + adult.canonicalPath)}`);
    expect(hidden).not.toMatch(/unspeakable/i);
  });
});
