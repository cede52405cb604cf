import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** Brotli-compressed bytes of all scripts that a first visit fetches without interaction. */
const budgetBytes = { pool: 110_000, landing: 100_000 };

/** The transferred bytes of all script bodies until the network is idle. */
async function scriptBytes(page: Page, path: string): Promise<number> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('Network.enable');
  const bodies = new Map<string, number>();
  const encodings = new Set<string | undefined>();
  wire.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type !== 'Script') return;
    bodies.set(requestId, 0);
    encodings.add(response.headers['content-encoding']);
  });
  wire.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const known = bodies.get(requestId);
    if (known !== undefined) bodies.set(requestId, known + encodedDataLength);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  // The smallest files are sent uncompressed.
  expect([...encodings].filter((encoding) => encoding !== 'br' && encoding !== undefined)).toEqual([]);
  return [...bodies.values()].reduce((sum, bytes) => sum + bytes, 0);
}

describe('the stylesheet of a page', () => {
  test.each([
    ['none', true],
    ['cross-site', true],
    ['same-origin', false],
    [null, false],
  ])('is inlined for visitors from other sites (Sec-Fetch-Site: %s)', async (from, within) => {
    const headers: Record<string, string> = from === null ? {} : { 'sec-fetch-site': from };
    const html = await (await stage.site.app.client().raw('GET', '/', { headers })).text();
    expect(html.includes('<style>') && html.includes('@font-face')).toBe(within);
    expect(/<link rel="stylesheet"/.test(html)).toBe(!within);
  });
});

describe('a first visit', () => {
  test.each(['pool', 'landing'] as const)('to the %s page stays below its script budget', async (name) => {
    const { site } = stage;
    const path =
      name === 'landing' ? '/' : (await site.newPool(await site.member(), await site.creator())).canonicalPath;
    const bytes = await scriptBytes(await stage.window(), new URL(path, site.app.url).href);
    console.info(`${name}: ${(bytes / 1000).toFixed(1)} KB of script`);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(budgetBytes[name]);
  });
});

describe('the late parts of a page', () => {
  test('wait while the pointer rests, and load when it moves', async () => {
    const { site } = stage;
    const pool = await site.newPool(await site.member(), await site.creator());
    const page = await stage.window();
    await page.goto(pool.canonicalPath, { waitUntil: 'networkidle' });
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    // The pointer is there already. Chromium reports a move without distance, as it does after layout.
    await page.mouse.move(0, 0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
    expect(scripts).toEqual([]);
    await page.mouse.move(10, 10);
    await expect.poll(() => scripts.length).toBeGreaterThan(0);
  });
});

/** Holds the scripts that the page requests from now on until `release`, like a slow connection. */
async function holdScripts(page: Page): Promise<{ release: () => void }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

/** Runs in the page before its scripts: clicks a button as soon as React has hydrated it, before React runs effects. */
function clickOnceRendered(label: string): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const button = document.querySelector<HTMLElement>(`[aria-label="${label}"]`);
    const isHydrated = !button?.dispatchEvent(new Event('lostpointercapture', { bubbles: true, cancelable: true }));
    if (button && isHydrated) button.click();
    else channel.port2.postMessage(null);
  };
  channel.port2.postMessage(null);
}

describe('a click before the code has arrived', () => {
  test('opens the menu once the first scripts are there', async () => {
    const page = await stage.window({ width: 390, phone: true });
    const scripts = await holdScripts(page);
    await page.goto(paths.feed, { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: 'Open menu' }).tap();
    scripts.release();
    await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  });

  test.each([
    ['Open menu', 'Menu', paths.feed],
    ['Search', 'Search', '/faq'],
  ])('"%s" works between the first render and its effects', async (label, name, path) => {
    const page = await stage.window({ width: 390, phone: true });
    await page.addInitScript(clickOnceRendered, label);
    await page.goto(path);
    await page.getByRole('dialog', { name }).waitFor();
  });

  test('is repeated in order in the pledge form: amount, anonymous, then the link', async () => {
    const { site } = stage;
    const pool = await site.newPool(await site.member(), await site.creator());
    const page = await stage.window({ width: 1280 });
    await page.goto(pool.canonicalPath, { waitUntil: 'networkidle' });
    const scripts = await holdScripts(page);
    const form = page.getByRole('main');
    await form.getByText('$10', { exact: true }).click();
    await form.getByText('$25', { exact: true }).click();
    // `check` fails if the box is not checked at once.
    await form.getByLabel('Pledge anonymously').check();
    await form.getByRole('link', { name: /^Pledge/ }).click();
    expect(new URL(page.url()).pathname).toBe(pool.canonicalPath);
    scripts.release();
    await page.waitForURL('**/auth?**');
    expect(new URL(page.url()).searchParams.get('redirect')).toBe(`${pool.canonicalPath}?amount=2500&anonymous=1`);
    await page.getByRole('heading', { name: `Pledge $25 to ${pool.title}` }).waitFor();
  });

  test('opens the pledge sheet on a phone once', async () => {
    const { site } = stage;
    const pool = await site.newPool(await site.member(), await site.creator());
    const page = await stage.window({ width: 390, phone: true });
    await page.goto(pool.canonicalPath, { waitUntil: 'networkidle' });
    const scripts = await holdScripts(page);
    await page.getByRole('button', { name: /^Pledge/ }).tap();
    scripts.release();
    await page.getByRole('dialog', { name: 'Back this pool' }).waitFor();
  });

  test('reaches a control that the person chose with the keyboard', async () => {
    const { site } = stage;
    const pool = await site.newPool(await site.member(), await site.creator());
    const page = await stage.window({ width: 1280 });
    await page.goto(pool.canonicalPath, { waitUntil: 'networkidle' });
    const scripts = await holdScripts(page);
    await page.getByRole('button', { name: 'Share' }).focus();
    await page.keyboard.press('Enter');
    scripts.release();
    await page.getByRole('dialog', { name: /Share/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });
});
