import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { goTo } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { field, fillConversation, log, messageWith, say } from './chat-window.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const many = 60;
let mara: Member;
let path: string;

beforeAll(async () => {
  const { site } = stage;
  const [one, theo] = await Promise.all([site.member('mara'), site.member('theo')]);
  mara = one;
  path = await fillConversation(site, mara, theo, many);
});

const sizes = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 390, height: 844, phone: true },
  { width: 844, height: 390, phone: true },
];

const bottomOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  return box ? box.y + box.height : Number.NaN;
};

/** The composer is at the bottom of what the person sees. */
async function staysInView(page: Page, visibleHeight: number): Promise<void> {
  await expect.poll(() => bottomOf(field(page))).toBeLessThanOrEqual(visibleHeight);
  expect(await bottomOf(field(page))).toBeGreaterThan(visibleHeight - 80);
}

/** The newest message is above the composer. */
async function shows(page: Page, visibleHeight: number, newest: string): Promise<void> {
  await staysInView(page, visibleHeight);
  const top = (await field(page).boundingBox())?.y ?? 0;
  await expect.poll(() => bottomOf(messageWith(page, newest))).toBeLessThanOrEqual(top);
  expect((await messageWith(page, newest).boundingBox())?.y).toBeGreaterThan(0);
}

describe(`a direct conversation of ${many} messages`, () => {
  it.each(sizes)('keeps the composer and the newest message in view, $width × $height', async (size) => {
    const page = await stage.window({ as: mara, ...size });
    await goTo(page, path);
    await shows(page, size.height, `Message number ${many},`);
    const sent = `Sent at ${size.width} by ${size.height}`;
    await say(page, sent);
    await shows(page, size.height, sent);
    if (size.width < 768) await page.getByRole('link', { name: 'Back to all conversations' }).waitFor();
    // The messages scroll, the page does not.
    await messageWith(page, sent).hover();
    await page.mouse.wheel(0, -1000);
    const hasLeft = async () => {
      const box = await log(page)
        .getByText(sent)
        .boundingBox({ timeout: 1000 })
        .catch(() => null);
      return !box || box.y >= size.height;
    };
    await expect.poll(hasLeft).toBe(true);
    await staysInView(page, size.height);
  });

  it('keeps them above the keyboard of a phone, which covers the lower part of the page', async () => {
    const page = await stage.window({ as: mara, width: 390, height: 844, phone: true });
    await goTo(page, path);
    const sent = 'Sent before the keyboard opened';
    await say(page, sent);
    await shows(page, 844, sent);
    // Browsers of iOS shrink only the visual viewport.
    await page.evaluate(() => {
      const { visualViewport } = window;
      if (!visualViewport) throw new Error('no visual viewport');
      Object.defineProperty(visualViewport, 'height', { value: 508 });
      visualViewport.dispatchEvent(new Event('resize'));
    });
    await shows(page, 508, sent);
  });
});
