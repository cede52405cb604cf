import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '#contract/pools/pools.ts';
import { HttpSite } from '#testing/journeys/http-site.ts';
import { hasWebKit, openWebKit, type TestWebKit } from '#testing/webkit.ts';
import { fillConversation } from './chat-window.ts';
import { makeFirstPledge } from './first-pledge.ts';

const isInstalled = await hasWebKit();
if (!isInstalled)
  console.log('Skipping the WebKit tests: WebKitGTK is missing. Install webkit2gtk-driver and xvfb (Debian).');

describe.skipIf(!isInstalled)('in WebKitGTK', () => {
  let site: HttpSite;
  let webkit: TestWebKit;
  let pool: Pool;

  beforeAll(async () => {
    site = await HttpSite.open({}, 'build');
    webkit = openWebKit(site.app.url);
    const owner = await site.member('owner');
    pool = await site.newPool(owner, await site.creator(), { title: 'A tour of the clock tower', fundingGoal: 500_00 });
  });
  afterAll(async () => {
    await webkit?.close();
    await site?.close();
  });

  // The window of the test browser is at least 447 px wide.
  it.each([
    { width: 1280, phone: false },
    { width: 447, phone: true },
  ])('takes a new visitor from the landing page to the first pledge, $width px wide', async ({ width, phone }) => {
    const window = await webkit.window({ width });
    const openSheet = async () => (await window.find('//button[starts-with(normalize-space(.), "Pledge")]')).click();
    await makeFirstPledge(window, pool, phone ? { openSheet } : {});
    expect(await window.faults()).toEqual([]);
  });

  it('shows the handle of the chat upright, beside the pledge box', async () => {
    const window = await webkit.window({ width: 1280, as: await site.member('reader') });
    await window.goTo(pool.canonicalPath);
    const handle = await (await window.find('//button[contains(@class, "chat-fab")]')).getRect();
    const pledge = await (await window.find('//button[normalize-space(.)="Pledge $10"]')).getRect();
    expect(handle.height).toBeGreaterThan(handle.width * 2);
    expect(handle.x).toBeGreaterThanOrEqual(pledge.x + pledge.width);
    expect(await window.faults()).toEqual([]);
  });

  it('keeps the composer and the newest of sixty messages in view', async () => {
    const [mara, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
    const path = await fillConversation(site, mara, theo, 60);
    for (const width of [1440, 447]) {
      const window = await webkit.window({ width, as: mara });
      await window.goTo(path);
      await window.waitForText('Message number 60,');
      const composer = await (await window.find('//form//textarea')).getRect();
      const newest = await (await window.find('(//*[@role="log"]//article)[last()]')).getRect();
      const height = await window.driver.executeScript<number>('return innerHeight');
      expect(composer.y + composer.height).toBeLessThanOrEqual(height);
      expect(composer.y + composer.height).toBeGreaterThan(height - 80);
      expect(newest.y + newest.height).toBeLessThanOrEqual(composer.y + 1);
      expect(await window.faults()).toEqual([]);
    }
  });
});
