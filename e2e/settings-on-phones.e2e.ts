import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { axe, goTo } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const titles = [
  'Profile',
  'Privacy',
  'Interests',
  'Email',
  'Password',
  'Sign-in security',
  'Linked accounts',
  'Sessions',
  'Notifications',
  'Calendar',
  'Chat',
  'Saved cards',
  'Blocked people',
  'Theme',
  'Webhooks',
  'API tokens',
  'Stream overlays',
  'Your data',
  'Delete account',
];

const heightOf = (page: Page) => page.locator('main').evaluate((main) => main.getBoundingClientRect().height);
const entry = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: title, exact: true });
/** The titles of the parts in view. */
const openParts = (page: Page) => page.locator('.settings-part:visible > h2').allTextContents();

it('shows a list of the settings, and one at a time, each at a separate address', async () => {
  const ada = await stage.site.member('ada');
  const page = await stage.window({ as: ada, width: 390, height: 844, phone: true });
  await goTo(page, paths.settings);
  expect(await openParts(page)).toEqual([]);
  expect(await heightOf(page)).toBeLessThan(1400);
  expect(await axe(page)).toEqual([]);
  await page.evaluate(() => scrollTo(0, 0));
  await photographAll(page, 'settings-list');
  await page.setViewportSize({ width: 390, height: 844 });

  for (const title of titles) {
    await entry(page, title).click();
    await expect.poll(() => openParts(page)).toEqual([title]);
    expect(new URL(page.url()).hash).not.toBe('');
    expect(await entry(page, title).isVisible()).toBe(false);
    await page.getByRole('heading', { name: title, exact: true }).and(page.locator(':focus')).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.goBack();
    await entry(page, title).and(page.locator(':focus')).waitFor();
    expect(await openParts(page)).toEqual([]);
  }

  // Typed text survives a look at another part.
  await entry(page, 'Profile').click();
  await page.getByLabel('Bio').fill('Mathematics.');
  await page.getByRole('link', { name: 'Settings', exact: true }).and(page.locator('.settings-back')).click();
  await entry(page, 'Email').click();
  await expect.poll(() => openParts(page)).toEqual(['Email']);
  await page.goBack();
  await entry(page, 'Profile').click();
  expect(await page.getByLabel('Bio').inputValue()).toBe('Mathematics.');
  await photographAll(page, 'settings-profile');
});

it('opens the part of a link, keeps it over a reload, and leads to the list', async () => {
  const ben = await stage.site.member('ben');
  const page = await stage.window({ as: ben, width: 390, height: 844, phone: true });
  await goTo(page, `${paths.settings}#notifications`);
  expect(await openParts(page)).toEqual(['Notifications']);
  await page.reload();
  await expect.poll(() => openParts(page)).toEqual(['Notifications']);
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'settings-notifications');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('.settings-back:visible').click();
  await expect.poll(() => openParts(page)).toEqual([]);
  expect(new URL(page.url()).hash).toBe('');

  // A link inside of the app.
  await goTo(page, paths.notifications);
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await expect.poll(() => openParts(page)).toEqual(['Notifications']);
});

it('shows one part without scripts', async () => {
  const cleo = await stage.site.member('cleo');
  const page = await stage.window({ as: cleo, width: 390, height: 844, noJs: true });
  await page.goto(`${paths.settings}#theme`);
  expect(await openParts(page)).toEqual(['Theme']);
});

it('shows all parts beside their list on a wide screen', async () => {
  const dora = await stage.site.member('dora');
  const page = await stage.window({ as: dora, width: 1280, height: 800 });
  await goTo(page, paths.settings);
  expect(await openParts(page)).toEqual(titles);
  await entry(page, 'Sessions').click();
  await expect
    .poll(() => page.locator('#sessions').evaluate((part) => part.getBoundingClientRect().top))
    .toBeLessThan(300);
  expect(await axe(page)).toEqual([]);
});
