import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { goTo } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** The bottom of the last entry and of the profile block, in pixels of the window. */
const bottomsOf = (page: Page) =>
  page.evaluate(() => {
    const bottom = (selector: string) =>
      Math.max(...[...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().bottom));
    return { entries: bottom('.side .nav-item'), profile: bottom('.side .nav-me') };
  });

it('fits a window of 720 pixels for a fan, with the profile', async () => {
  const { site } = stage;
  const fan = await stage.window({ as: await site.member('fan'), width: 1280, height: 720 });
  await goTo(fan, paths.users);
  const { entries, profile } = await bottomsOf(fan);
  expect(profile).toBeLessThanOrEqual(720);
  expect(entries).toBeLessThan(profile - 50);
  await photographAll(fan, 'menu-fan');
});
