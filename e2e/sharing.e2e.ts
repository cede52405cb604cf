import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { creatorPath } from '#contract/paths.ts';
import { declinePool, type Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { markupFaults } from '#testing/markup.ts';
import { blogPage } from './blog-page.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let fan: Member;
let creator: CreatorMember;
let pool: Pool;
let adult: Pool;
let hash = '';

beforeAll(async () => {
  const { site } = stage;
  [fan, creator] = await Promise.all([site.member('fan'), site.creator()]);
  pool = await site.newPool(fan, creator, { title: 'A song about "rain" & <i>thunder</i>' });
  adult = await site.newPool(fan, creator, {
    title: 'Unspeakable nights',
    description: 'Unspeakable things, told at length.',
    categories: ['NSFW'],
  });
  await site.admin.client.call(actOnPool, { params: { id: adult.id }, body: { action: 'open' } });
  const [row] = await site.sql<{ urlHash: string }[]>`select url_hash from pools where id = ${pool.id}`;
  hash = row?.urlHash ?? '';
});

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await stage.site.app.client().raw('GET', path, { headers });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
};
/** Reads a QR code as a scanner does: from the pixels of a screenshot. */
async function readQrCode(screenshot: Buffer): Promise<string> {
  const { data, info } = await sharp(screenshot).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data });
}

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];

describe('metadata', () => {
  it('of a pool that ended describes its picture, which has the figures of the end', async () => {
    const { site } = stage;
    const ended = await site.newPool(fan, creator, { title: 'Too quiet' });
    await site.pledge(fan, ended, 20_00);
    await creator.client.call(declinePool, { params: { id: ended.id }, body: { reason: 'No time' } });
    await site.app.settle();
    const { html } = await read(ended.canonicalPath);
    expect(contentOf(html, 'og:image')).toContain('?v=2000-0');
    expect(contentOf(html, 'og:image:alt')).toBe('Too quiet: $20 pledged of $50, 40%');
  });

  it('of a pool contains its picture, feeds, embed and structured data', async () => {
    const { html } = await read(pool.canonicalPath);
    const { url } = stage.site.app;
    expect(contentOf(html, 'og:url')).toBe(url + pool.canonicalPath);
    expect(contentOf(html, 'twitter:card')).toBe('summary_large_image');
    expect(contentOf(html, 'robots')).toBe('index, follow');
    expect(contentOf(html, 'keywords')?.split(', ').length).toBeLessThanOrEqual(5);
    const image = contentOf(html, 'og:image') ?? '';
    expect(image).toBe(`${url}/share/pool/${pool.id}.jpg?v=0-0`);
    expect((await fetch(image)).headers.get('content-type')).toBe('image/jpeg');
    for (const type of ['application/rss+xml', 'application/atom+xml', 'application/json\\+oembed']) {
      expect(html).toMatch(
        new RegExp(`<link rel="alternate" type="${type}"`.replace('rss+', 'rss\\+').replace('atom+', 'atom\\+')),
      );
    }
    const jsonLd = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '';
    expect(jsonLd).not.toContain('<');
    expect(JSON.parse(jsonLd)['@graph'].map((node: { '@type': string }) => node['@type'])).toEqual([
      'Project',
      'BreadcrumbList',
    ]);
  });

  it('of a creator contains a profile page, picture and feed', async () => {
    const { html } = await read(creatorPath(creator.username));
    expect(contentOf(html, 'og:type')).toBe('profile');
    expect(contentOf(html, 'og:image')).toContain(`/share/creator/${creator.username}.jpg`);
    expect(html).toContain(`href="/creator/${creator.username}/feed.xml"`);
    expect(html).toContain('"@type":"ProfilePage"');
  });

  it.each(['/', '/browse-tip-pools', '/become-creator'])('of %s contains the picture of the site', async (path) => {
    const { html } = await read(path);
    expect(contentOf(html, 'og:image')).toBe(`${stage.site.app.url}/share/site.jpg`);
  });

  it('of an adult pool has the RTA label and reveals no content', async () => {
    const { html } = await read(`/pool/${adult.id}`);
    expect(contentOf(html, 'rating')).toBe('RTA-5042-1996-1400-1577-RTA');
    expect(contentOf(html, 'robots')).toBe('noindex');
    expect(html).not.toMatch(/unspeakable|ld\+json|oembed/i);
  });

  it('contains a web manifest with existing icons', async () => {
    const manifest = JSON.parse((await read('/manifest.webmanifest')).html) as { icons: { src: string }[] };
    for (const { src } of manifest.icons) expect((await read(src)).status).toBe(200);
  });
});

describe('canonical URLs', () => {
  const forms = () => {
    const [, , username = '', slug = ''] = pool.canonicalPath.split('/');
    return [
      `/pool/${pool.slug}`,
      `/pool/${pool.id}`,
      `/tip-pool/a-song-about-rain-${hash}`,
      `/tip-pool/${username}/${slug}/${pool.id}`,
      `/tip-pool/${username}/music/${slug}`,
      `/tip-pool/${username.toUpperCase()}/${slug}`,
      `${pool.canonicalPath}/`,
    ];
  };

  it('redirect every other URL of a pool permanently and keep the query', async () => {
    for (const form of forms()) {
      const { status, location } = await read(`${form}?ref=a`);
      expect([form, status, location]).toEqual([form, 301, `${pool.canonicalPath}?ref=a`]);
    }
    expect((await read(pool.canonicalPath)).status).toBe(200);
  });

  it('redirect other spellings of any path permanently', async () => {
    for (const [asked, own] of [
      ['/creators/', '/creators'],
      ['/Creators?page=2', '/creators?page=2'],
      ['//creators//?search=//a', '/creators?search=//a'],
      ['/BROWSE-tip-pools/?categories=Art', '/browse-tip-pools?categories=Art'],
      [`/Creator/${creator.username.toUpperCase()}/`, creatorPath(creator.username)],
      [`/POOL/${pool.id}/`, pool.canonicalPath],
    ] as const) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers } = await fetch(stage.site.app.url + asked, { method, redirect: 'manual' });
        expect([method, asked, status, headers.get('location')]).toEqual([method, asked, 301, own]);
      }
    }
  });

  it('never redirect to another site, and answer malformed paths with "Page Not Found"', async () => {
    // Without the balancer, which refuses malformed paths itself.
    const node = `http://127.0.0.1:${stage.site.app.port}`;
    for (const path of [
      '//evil.example',
      '///evil.example/',
      '/.//evil.example',
      '/%5Cevil.example',
      '/pool/%zz',
      '/%ff',
    ]) {
      const response = await fetch(node + path, { redirect: 'manual' });
      expect([path, response.status, response.headers.get('location')]).toEqual([path, 404, null]);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await response.text()).toContain('Page Not Found');
    }
    const json = await fetch(`${node}/api/pools/%zz`);
    expect([json.status, json.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it('exclude ended pools without a delivery from search engines', async () => {
    const { site } = stage;
    const { id, canonicalPath, slug } = await site.newPool(fan, null, { title: 'Called off' });
    expect(contentOf((await read(canonicalPath)).html, 'robots')).not.toContain('noindex');
    for (const status of ['cancelled', 'declined', 'expired', 'lapsed', 'refunded']) {
      await site.sql`update pools set status = ${status} where id = ${id}`;
      // A different URL each time, because pages for visitors are kept for a second and the test changes the database directly.
      const page = await read(`${canonicalPath}?now=${status}`);
      expect([status, page.status, contentOf(page.html, 'robots')]).toEqual([status, 200, 'noindex']);
      expect((await read('/sitemap-pools-1.xml')).html).not.toContain(slug);
    }
    await site.sql`update pools set status = 'open' where id = ${id}`;
    expect((await read('/sitemap-pools-1.xml')).html).toContain(slug);
  });

  it('redirect adult pools only after the age gate', async () => {
    const path = `/pool/${adult.id}`;
    expect((await read(path)).status).toBe(200);
    const known = await read(path, { cookie: 'age_verified=1' });
    expect([known.status, known.location]).toEqual([301, adult.canonicalPath]);
  });
});

describe('sharing', () => {
  it.each([1280, 390])('offers link, networks, QR code, calendar and embed code, %i px wide', async (width) => {
    const page = await stage.window({ width });
    await goTo(page, pool.canonicalPath);
    const button = page.getByRole('button', { name: 'Share' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    expect(await dialog.getByLabel('Link', { exact: true }).inputValue()).toBe(stage.site.app.url + pool.canonicalPath);
    for (const place of ['X', 'Facebook', 'WhatsApp', 'Telegram', 'Bluesky', 'Reddit', 'Email']) {
      const link = dialog.getByRole('link', { name: new RegExp(`^${place}`) });
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer');
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy Link', exact: true }).click();
    await waitForText(page, 'Link copied');
    await dialog.getByRole('button', { name: 'Discord' }).click();
    await waitForText(page, 'Paste it into a Discord channel.');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(stage.site.app.url + pool.canonicalPath);
    await dialog.getByText('QR code', { exact: true }).click();
    const qrCode = await dialog.getByRole('img', { name: 'QR code that opens the link' }).screenshot();
    expect(await readQrCode(qrCode)).toBe(stage.site.app.url + pool.canonicalPath);
    const calendar = dialog.getByRole('link', { name: 'Add the deadline to a calendar' });
    const entry = await fetch(new URL((await calendar.getAttribute('href')) ?? '', stage.site.app.url));
    expect(await entry.text()).toContain('BEGIN:VEVENT');
    await dialog.getByText('Embed', { exact: true }).click();
    const preview = dialog.frameLocator('iframe');
    await preview.getByRole('heading', { name: pool.title }).waitFor();
    await dialog.getByRole('button', { name: 'Dark' }).click();
    await preview.locator('html[data-theme=dark]').waitFor();
    const code = await dialog.getByLabel('Embed code', { exact: true }).inputValue();
    expect(code).toContain(`src="${stage.site.app.url}/embed/pool/${pool.id}?theme=dark"`);
    await dialog.getByRole('button', { name: 'Copy Embed code' }).click();
    await waitForText(page, 'Code copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    expect(await markupFaults(blogPage(code))).toEqual([]);
    await photographAll(page, `share-${width}`);
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('opens the apps of a device that can share', async () => {
    const page = await stage.window({ width: 390, phone: true });
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: async (data: ShareData) =>
          document.documentElement.setAttribute('data-shared', `${data.title} ${data.url}`),
      });
    });
    await goTo(page, pool.canonicalPath);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Share with an app' }).click();
    await page.locator('html[data-shared]').waitFor();
    expect(await page.locator('html').getAttribute('data-shared')).toBe(
      `${pool.title} ${stage.site.app.url}${pool.canonicalPath}`,
    );
  });

  it('works for a creator, too', async () => {
    const page = await stage.window();
    await goTo(page, creatorPath(creator.username));
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('dialog', { name: 'Share' }).getByRole('img').waitFor();
  });
});

it('the sitemap lists only public pages that search engines may index', async () => {
  const { html: sitemap } = await read('/sitemap-pages.xml');
  const pages = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address);
  expect(pages.length).toBeGreaterThan(3);
  for (const address of pages) {
    const { status, html } = await read(address.slice(stage.site.app.url.length));
    expect([address, status, contentOf(html, 'robots')]).toEqual([address, 200, 'index, follow']);
  }
});

it('feeds and sitemaps are well-formed XML in a browser', async () => {
  const page = await stage.window();
  await goTo(page, '/');
  for (const path of ['/feed.xml', '/feed.atom', '/category/music/feed.xml', '/sitemap.xml', '/sitemap-pools-1.xml']) {
    const { html } = await read(path);
    const faults = await page.evaluate(
      (source) => new DOMParser().parseFromString(source, 'application/xml').querySelectorAll('parsererror').length,
      html,
    );
    expect([path, faults]).toEqual([path, 0]);
    expect(html).not.toMatch(/unspeakable/i);
  }
});
