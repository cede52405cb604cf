import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let fan: Member;
let pool: Pool;
beforeAll(async () => {
  const { site } = stage;
  const [owner, creator] = await Promise.all([site.member('lena'), site.creator()]);
  fan = await site.member('mia');
  const description = Array.from({ length: 30 }, (_, index) => `Paragraph ${index} of a long story.`).join('\n\n');
  pool = await site.newPool(owner, creator, { title: 'A waltz for the night bus', fundingGoal: 90_00, description });
  await site.pledge(await site.member('tom'), pool, 20_00);
});

const bar = (page: Page) => page.locator('.pledge-bar');
const isStrip = (page: Page) => bar(page).evaluate((element) => getComputedStyle(element).position === 'fixed');
const pledgeButtons = (page: Page) => page.getByRole('button', { name: /^Pledge \$/ }).filter({ visible: true });
/** Links and buttons in view whose middle another element covers. */
const coveredNow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main :is(a, button), footer :is(a, p)')]
      .filter((element) => !element.closest('.pledge-bar, .sr-only') && element.checkVisibility())
      .flatMap((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (width === 0 || y < 0 || y > innerHeight || x < 0 || x > innerWidth) return [];
        const hit = document.elementFromPoint(x, y);
        return hit?.closest('.pledge-bar, .tab-bar') ? [element.textContent ?? ''] : [];
      }),
  );

/** The text of the focused element if it is behind the strip. */
const hiddenFocus = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const strip = document.querySelector('.pledge-bar');
    const focused = document.activeElement;
    const isBelow = !focused || focused.closest('.pledge-bar, .tab-bar') || focused === document.body;
    if (!strip || isBelow || getComputedStyle(strip).position !== 'fixed') return undefined;
    const { top, bottom } = focused.getBoundingClientRect();
    return top >= strip.getBoundingClientRect().top && bottom > 0 ? (focused.textContent ?? '') : undefined;
  });

describe('the pledge strip of a phone', () => {
  it('is one line, leaves when the box is in view, and covers nothing at the end of the page', async () => {
    const page = await stage.window({ as: fan, width: 390, height: 844, phone: true });
    await goTo(page, pool.canonicalPath);
    await expect.poll(() => isStrip(page)).toBe(true);
    const strip = await bar(page).boundingBox();
    expect(strip?.width).toBe(390);
    expect(strip?.height).toBeLessThanOrEqual(72);
    expect(await pledgeButtons(page).count()).toBe(1);

    await page.locator('.pledge-place').evaluate((place) => place.scrollIntoView({ block: 'center' }));
    await expect.poll(() => isStrip(page)).toBe(false);
    expect(await pledgeButtons(page).count()).toBe(1);
    expect(await page.getByText('Nothing is charged today.').filter({ visible: true }).count()).toBe(1);

    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => isStrip(page)).toBe(true);
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(() => coveredNow(page)).toEqual([]);
    expect(await axe(page)).toEqual([]);
    await pledgeButtons(page).click();
    await page.getByRole('dialog', { name: 'Back this pool' }).waitFor();
    await page.keyboard.press('Escape');
    // Changes the size of the window.
    await photographAll(page, 'pledge-strip');
  });

  it('follows the box when the phone is turned', async () => {
    const page = await stage.window({ as: fan, width: 844, height: 390, phone: true });
    await goTo(page, pool.canonicalPath);
    const isAway = () => bar(page).getAttribute('data-away');
    const show = (part: string) =>
      page.locator(part).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await expect.poll(isAway).toBe('true');
    await page.setViewportSize({ width: 390, height: 844 });
    await show('.pledge-place');
    await expect.poll(isAway).toBe('false');
    await page.setViewportSize({ width: 844, height: 390 });
    await show('aside form');
    await expect.poll(isAway).toBe('false');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.poll(isAway).toBe('true');
  });

  it('never hides the focus', async () => {
    const page = await stage.window({ as: fan, width: 390, height: 844 });
    await goTo(page, pool.canonicalPath);
    await expect.poll(() => isStrip(page)).toBe(true);
    const hidden: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press('Tab');
      const found = await hiddenFocus(page);
      if (found !== undefined) hidden.push(found);
    }
    expect(hidden).toEqual([]);
  });

  it('is absent beside the chat, where the box has everything', async () => {
    const page = await stage.window({ as: fan, width: 1280, height: 800 });
    await goTo(page, `${pool.canonicalPath}#chat`);
    await page.getByRole('complementary', { name: 'Chat' }).waitFor();
    await page.evaluate(() => document.querySelector('main')?.scrollIntoView({ block: 'end' }));
    expect(await bar(page).isVisible()).toBe(false);
    const stuck = await page.evaluate(
      () =>
        [...document.querySelectorAll('main *')].filter((element) => {
          const { position, bottom } = getComputedStyle(element);
          return position === 'sticky' && bottom !== 'auto' && element.checkVisibility();
        }).length,
    );
    expect(stuck).toBe(0);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/pledge-strip-chat.png` });
  });
});
