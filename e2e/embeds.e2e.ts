import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { embedCode } from '#contract/embeds.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { axe } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { blogPage } from './blog-page.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let fan: Member;
let creator: CreatorMember;
let pool: Pool;
/** Changes while it is embedded. */
let changing: Pool;
let otherSite: Server;
let framed = '';

beforeAll(async () => {
  const { site } = stage;
  [fan, creator] = await Promise.all([site.member('fan'), site.creator()]);
  pool = await site.newPool(fan, creator, { title: 'A song about "rain" & <i>thunder</i>' });
  changing = await site.newPool(fan, creator, { title: 'Soon full' });
  otherSite = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://x').searchParams.get('path') ?? '';
    const code = embedCode({ src: site.app.url + path, title: 'A pool' });
    response.setHeader('content-type', 'text/html').end(blogPage(code));
  });
  await new Promise<void>((done) => otherSite.listen(0, '127.0.0.1', done));
  framed = `http://127.0.0.1:${(otherSite.address() as AddressInfo).port}/?path=`;
});
afterAll(() => otherSite.close());

describe('a frame on another site', () => {
  it('shows the embedded pool', async () => {
    const page = await stage.window();
    await page.goto(`${framed}/embed/pool/${pool.id}`);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: pool.title }).waitFor();
    expect(await frame.getByRole('link', { name: 'See the pool' }).getAttribute('href')).toBe(
      stage.site.app.url + pool.canonicalPath,
    );
    await page.goto(new URL(`/embed/pool/${pool.id}`, stage.site.app.url).href);
    expect(await axe(page)).toEqual([]);
  });

  it('changes with the pool while it is on the screen, without loading anything else again', async () => {
    const page = await stage.window({ width: 390, height: 700 });
    await page.clock.install();
    const requests: string[] = [];
    page.on(
      'request',
      (request) => void requests.push(`${request.isNavigationRequest()} ${new URL(request.url()).pathname}`),
    );
    await page.goto(`${framed}/embed/pool/${changing.id}`);
    const frame = page.frameLocator('iframe');
    const card = frame.locator('article');
    await card.getByText('Filling up').waitFor();
    await card.getByText('0%', { exact: true }).waitFor();
    await frame.locator('img').evaluate((image) => Object.assign(image, { isKept: true }));
    requests.length = 0;

    await stage.site.pledge(fan, changing, 50_00);
    await page.clock.fastForward(30_000);
    expect(await card.getByText('Filling up').isVisible()).toBe(true);
    await page.clock.fastForward(31_000);
    await card.getByText('Goal met').waitFor();
    await card.getByText('100%', { exact: true }).waitFor();
    await frame.getByRole('img', { name: '$50 pledged of $50, 100%' }).waitFor();
    await card.getByText('1 fan ·').waitFor();
    expect(await frame.locator('img').evaluate((image) => 'isKept' in image)).toBe(true);
    expect(requests).toEqual([`false /embed/pool/${changing.id}`]);

    // Not while it is scrolled out of sight, and at once when it returns.
    await page.evaluate(() => {
      document.body.style.paddingBottom = '3000px';
      scrollTo(0, 3000);
    });
    await page.waitForTimeout(200);
    requests.length = 0;
    await page.clock.fastForward(300_000);
    expect(requests).toEqual([]);
    const reason = 'It breaks the rules.';
    await stage.site.admin.client.call(actOnPool, { params: { id: changing.id }, body: { action: 'remove', reason } });
    stage.allow(/status of 404/);
    await page.evaluate(() => scrollTo(0, 0));
    await frame.getByRole('heading', { name: 'This pool is no longer available' }).waitFor();
    expect(await frame.getByText(changing.title).count()).toBe(0);
  });

  it.each(['light', 'dark'] as const)(
    'is %s as its address says, whatever the reader’s device prefers',
    async (theme) => {
      const page = await stage.window({ theme: theme === 'light' ? 'dark' : 'light' });
      await page.goto(framed + encodeURIComponent(`/embed/pool/${pool.id}?theme=${theme}`));
      const frame = page.frameLocator('iframe');
      const color = await frame.locator('.card').evaluate((card) => getComputedStyle(card).backgroundColor);
      expect(color).toBe(theme === 'light' ? 'rgb(255, 253, 248)' : 'rgb(43, 26, 42)');
      await photographAll(page, `embed-${theme}`);
    },
  );

  it.each([200, 260])('fits a column of %i px, also with a long word', async (width) => {
    const long = await stage.site.newPool(fan, creator, { title: 'Rain'.repeat(25), fundingGoal: 98_765_43 });
    const page = await stage.window({ width, height: 320 });
    await page.goto(`/embed/pool/${long.id}`);
    await page.getByRole('link', { name: 'See the pool' }).waitFor();
    const cut = await page.locator('.card :not(.art, rect)').evaluateAll((parts) =>
      parts.flatMap((part) => {
        const { right, bottom } = part.getBoundingClientRect();
        return right > innerWidth - 10 || bottom > innerHeight ? [`${part.className} ${right} ${bottom}`] : [];
      }),
    );
    expect(cut.filter((part) => !/^(?:top|body) /.test(part))).toEqual([]);
  });

  it('sends no cookies and works for a person who is signed in as for a visitor', async () => {
    const page = await stage.window({ as: fan });
    const cookies: unknown[] = [];
    page.on('request', async (request) => {
      if (new URL(request.url()).pathname.startsWith('/embed/')) cookies.push((await request.allHeaders()).cookie);
    });
    await page.clock.install();
    await page.goto(`${framed}/embed/pool/${pool.id}`);
    await page.frameLocator('iframe').getByRole('heading', { name: pool.title }).waitFor();
    await page.clock.fastForward(61_000);
    await expect.poll(() => cookies.length).toBeGreaterThan(1);
    expect(cookies.slice(1)).toEqual([undefined]);
    expect(await page.frameLocator('iframe').locator('body').textContent()).not.toContain(fan.username);
  });

  it('keeps what it shows while the site is unreachable, and without scripts', async () => {
    const page = await stage.window();
    await page.clock.install();
    await page.goto(`${framed}/embed/pool/${pool.id}`);
    const heading = page.frameLocator('iframe').getByRole('heading', { name: pool.title });
    await heading.waitFor();
    stage.allow(/ERR_INTERNET_DISCONNECTED/);
    await page.context().setOffline(true);
    await page.clock.fastForward(61_000);
    await page.waitForTimeout(200);
    expect(await heading.isVisible()).toBe(true);
    const plain = await stage.window({ noJs: true });
    await plain.goto(`${framed}/embed/pool/${pool.id}`);
    await plain.frameLocator('iframe').getByRole('heading', { name: pool.title }).waitFor();
  });

  it('shows no other page of this site', async () => {
    stage.allow(/frame-ancestors|Refused to display|ERR_BLOCKED_BY_RESPONSE/);
    const page = await stage.window();
    await page.goto(framed + encodeURIComponent(pool.canonicalPath));
    await page.waitForTimeout(500);
    expect(await page.frameLocator('iframe').getByRole('heading').count()).toBe(0);
  });
});
