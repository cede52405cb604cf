import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { waitForHydration } from '#testing/browser.ts';
import { shiftedSoFar } from './layout-shifts.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  const fan = await site.member();
  const creator = await site.creator();
  for (let number = 1; number <= 8; number += 1) {
    await site.newPool(fan, creator, {
      title: `A longer title of a pool for music from the harbour, number ${number}`,
    });
  }
  pool = await site.newPool(fan, creator, {
    title: 'A song about the harbour at five in the morning',
    description: 'Fog, gulls and one accordion. '.repeat(30),
  });
  await site.admin.client.call(actOnPool, { params: { id: pool.id }, body: { action: 'highlight' } });
});

/** Delays every font until `release`, like a slow connection. */
async function holdFonts(page: Page): Promise<{ held: () => number; release: () => void }> {
  let held = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    held += 1;
    await released;
    await route.continue();
  });
  return { held: () => held, release };
}

/** The families of the downloaded fonts with which Chromium renders the page's text. */
async function drawnWith(page: Page): Promise<string[]> {
  const wire = await page.context().newCDPSession(page);
  await wire.send('DOM.enable');
  await wire.send('CSS.enable');
  const { root } = await wire.send('DOM.getDocument');
  const selector = 'main :is(h1, h2, h3, p, a)';
  const { nodeIds } = await wire.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
  const found = await Promise.all(nodeIds.map((nodeId) => wire.send('CSS.getPlatformFontsForNode', { nodeId })));
  await wire.detach();
  const custom = found.flatMap(({ fonts }) => fonts).filter(({ isCustomFont }) => isCustomFont);
  const families = custom.map(({ familyName }) => familyName.split(' ')[0] ?? '');
  return [...new Set(families)].sort();
}

const pages: [string, () => string][] = [
  ['landing page', () => '/'],
  ['feed', () => '/browse-tip-pools'],
  ['pool page', () => pool.canonicalPath],
];
const widths: [string, { width: number; height: number; phone?: boolean }][] = [
  ['a phone', { width: 390, height: 844, phone: true }],
  ['a desktop', { width: 1440, height: 900 }],
];

describe.each(widths)('a first visit with slow fonts on %s', (_device, size) => {
  it.each(pages)('shows the %s in our fonts when they arrive, with almost no layout shift', async (_name, path) => {
    const page = await stage.window(size);
    const fonts = await holdFonts(page);
    await page.goto(path(), { waitUntil: 'domcontentloaded' });
    await expect.poll(fonts.held).toBeGreaterThan(1);
    // Browsers wait only briefly for fonts; after this time they show the fallback fonts.
    await page.waitForTimeout(400);
    expect(await drawnWith(page)).toEqual([]);
    fonts.release();
    await expect.poll(() => drawnWith(page), { timeout: 10_000 }).toEqual(['Bricolage', 'Figtree']);
    await waitForHydration(page);
    const shifted = await page.evaluate(shiftedSoFar);
    expect(shifted).toBeLessThan(0.02);
  });
});

describe('the byline of a pool on phones', () => {
  const phoneWidths = Array.from({ length: 60 }, (_, index) => 320 + 3 * index);

  async function heights(page: Page): Promise<number[]> {
    const found: number[] = [];
    for (const width of phoneWidths) {
      await page.setViewportSize({ width, height: 844 });
      const byline = page.locator('p').filter({ hasText: 'started by' });
      found.push(Math.round((await byline.boundingBox())?.height ?? 0));
    }
    return found;
  }

  it('keeps its height in every width when the fonts arrive', async () => {
    const page = await stage.window({ width: 390, height: 844, phone: true });
    const fonts = await holdFonts(page);
    await page.goto(pool.canonicalPath, { waitUntil: 'domcontentloaded' });
    await expect.poll(fonts.held).toBeGreaterThan(1);
    await page.waitForTimeout(400);
    const before = await heights(page);
    expect(before.every((height) => height > 0)).toBe(true);
    fonts.release();
    await expect.poll(() => drawnWith(page), { timeout: 10_000 }).toEqual(['Bricolage', 'Figtree']);
    expect(await heights(page)).toEqual(before);
  });
});
