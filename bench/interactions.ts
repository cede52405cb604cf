import { chromium, type Locator, type Page } from 'playwright-core';
import { chromiumArgs, findChromium } from '#testing/chromium.ts';
import { median } from './load.ts';
import { firstPoolPath } from './pages.ts';
import { type Figures, ms } from './report.ts';
import type { Stage } from './stage.ts';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const slowdown = 4;

interface Interaction {
  name: string;
  path: string;
  act: (page: Page) => Promise<unknown>;
}

/** Runs in the page before its scripts: keeps the duration of each interaction (Event Timing, in steps of 8 ms). */
const watchInteractions = `window.durations = [];
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) if (interactionId > 0) window.durations.push(duration);
}).observe({ type: 'event', durationThreshold: 16, buffered: true });`;

const button = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first();
const link = (name: RegExp) => (page: Page) => page.getByRole('link', { name }).first();
const like = (page: Page) => page.locator('.card-marks .like').first();

/** Until the page has rested after a scroll, and until the entries of an interaction have arrived: they come after its next frame. */
const settle = (page: Page) => page.waitForTimeout(500);

/**
 * Taps as a finger does. `Locator.tap` would also run Playwright's checks in the page between the touch and its handlers, which takes
 * up to 100 ms there.
 */
const tap = (find: (page: Page) => Locator) => async (page: Page) => {
  const target = find(page);
  await target.scrollIntoViewIfNeeded();
  await settle(page);
  const box = await target.boundingBox();
  if (!box) throw new Error('the control to tap is not visible');
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
};

async function searchForPiano(page: Page): Promise<void> {
  await tap(button('Search'))(page);
  await page.locator('input[type="search"]:focus').waitFor();
  await page.keyboard.type('piano', { delay: 120 });
}

const interactionsOn = (pool: string): Interaction[] => [
  { name: 'landing: watch the film', path: '/', act: tap(button('Watch Video')) },
  { name: 'landing: switch the theme', path: '/', act: tap((page) => page.locator('.site-foot button').first()) },
  { name: 'landing: like a pool', path: '/', act: tap(like) },
  { name: 'feed: open the menu', path: '/browse-tip-pools', act: tap(button('Open menu')) },
  { name: 'feed: like a pool', path: '/browse-tip-pools', act: tap(like) },
  { name: 'feed: type five letters in search', path: '/browse-tip-pools', act: searchForPiano },
  { name: 'pool page: open the menu', path: pool, act: tap(button('Open menu')) },
  { name: 'pool page: open the pledge form', path: pool, act: tap(button(/^Pledge/)) },
  { name: 'pool page: like the pool', path: pool, act: tap(button(/^Like/)) },
  { name: 'pool page: switch to the comments', path: pool, act: tap(link(/^Comments/)) },
  { name: 'pool page: open the chat', path: pool, act: tap((page) => page.locator('.chat-tab').first()) },
];

/** Measures the longest event of an interaction with a page that has just loaded, as a phone with a slow processor. */
export async function measureInteractions(stage: Stage): Promise<Figures> {
  const product = await stage.startProduct(await stage.createDemo('interactions'));
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs });
  const rows = [['interaction', 'median', 'longest']];
  try {
    for (const { name, path, act } of interactionsOn(await firstPoolPath(product.url))) {
      const longest: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const context = await browser.newContext({
          viewport: { width: 390, height: 844 },
          hasTouch: true,
          isMobile: true,
        });
        const page = await context.newPage();
        const wire = await context.newCDPSession(page);
        await page.addInitScript({ content: watchInteractions });
        await wire.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        await page.goto(product.url + path, { waitUntil: 'networkidle' });
        // Playwright adds its own script to the page at the first locator, which takes 20 ms of processor time.
        await page.locator('body').count();
        await act(page);
        await settle(page);
        const durations = await page.evaluate<number[]>('window.durations');
        longest.push(Math.max(0, ...durations));
        await context.close();
      }
      rows.push([name, `**${ms(median(longest))}**`, ms(Math.max(...longest))]);
    }
  } finally {
    await browser.close();
  }
  return {
    rows,
    notes: [
      'Target: below 200 ms.',
      `Event Timing of Chromium with its processor slowed down ${slowdown} times, 390 × 844 px, the longest event from input to the next frame; events below 16 ms count as 0. ${rounds} fresh pages each.`,
    ],
  };
}
