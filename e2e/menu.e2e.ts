import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { setLocale } from '#contract/settings.ts';
import { axe, goTo } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage({ env: { LOCALES: 'de,pt-BR' } });

/** The bottom of the last entry and of the profile block, in pixels of the window. */
const bottomsOf = (page: Page) =>
  page.evaluate(() => {
    const bottom = (selector: string) =>
      Math.max(...[...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().bottom));
    return { entries: bottom('.side .nav-item'), profile: bottom('.side .nav-me') };
  });

it.each(['fan', 'creator', 'admin'] as const)('fits a window of 720 pixels, with the profile (%s)', async (role) => {
  const { site } = stage;
  const member = role === 'admin' ? site.admin : role === 'creator' ? await site.creator() : await site.member('fan');
  const page = await stage.window({ as: member, width: 1280, height: 720 });
  for (const path of role === 'admin' ? [paths.users, paths.admin, paths.adminReports] : [paths.users]) {
    await goTo(page, path);
    const { entries, profile } = await bottomsOf(page);
    expect(profile).toBeLessThanOrEqual(720);
    expect(entries).toBeLessThan(profile - 50);
    // Nothing is left to scroll.
    expect(
      await page.locator('.side .nav-list').evaluate((list) => list.scrollHeight - list.clientHeight),
    ).toBeLessThanOrEqual(0);
  }
  expect(await page.getByRole('navigation', { name: 'Main' }).getByText('Search').count()).toBe(0);
  await photographAll(page, `menu-${role}`);
});

it('ends the screens of members with one line of links, and those of the admin area with none', async () => {
  const page = await stage.window({ as: stage.site.admin, width: 1280, height: 720 });
  await goTo(page, paths.users);
  const footer = page.getByRole('contentinfo');
  expect(await footer.getByText('Ask together.').isVisible()).toBe(false);
  expect(await footer.getByRole('link', { name: 'Privacy Policy' }).isVisible()).toBe(true);
  expect((await footer.boundingBox())?.height).toBeLessThan(110);
  await goTo(page, paths.admin);
  expect(await footer.count()).toBe(0);
  await goTo(page, paths.faq);
  expect(await footer.getByText('Ask together.').isVisible()).toBe(true);
});

it('keeps the profile in view where the entries scroll', async () => {
  const page = await stage.window({ as: stage.site.admin, width: 1280, height: 480 });
  await goTo(page, paths.users);
  expect((await bottomsOf(page)).profile).toBeLessThanOrEqual(480);
  const list = page.locator('.side .nav-list');
  expect(await list.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  await page.getByRole('button', { name: 'Sign Out' }).scrollIntoViewIfNeeded();
  const signOut = await page.getByRole('button', { name: 'Sign Out' }).boundingBox();
  const me = await page.locator('.side .nav-me').boundingBox();
  expect((signOut?.y ?? 0) + (signOut?.height ?? 0)).toBeLessThanOrEqual(me?.y ?? 0);
  expect(await axe(page)).toEqual([]);
});

it('leads an admin to the areas by a second level, at every width', async () => {
  const page = await stage.window({ as: stage.site.admin, width: 1280, height: 720 });
  await goTo(page, paths.admin);
  const areas = page.getByRole('navigation', { name: 'Admin areas' });
  expect(await areas.getByRole('link').allTextContents()).toEqual([
    'Overview',
    'Users',
    'Verifications',
    'Pools',
    'Pool claims',
    'Content claims',
    'Reports',
    'Copyright notices',
    'Performer records',
    'Chat',
    'Money',
    'Second admin',
    'Emails',
    'Health',
    'Audit trail',
  ]);
  // All areas are in view.
  expect((await areas.boundingBox())?.height).toBeLessThan(100);
  await areas.getByRole('link', { name: 'Audit trail' }).click();
  await page.waitForURL(`**${paths.adminAudit}`);
  await areas.getByRole('link', { name: 'Audit trail' }).and(page.locator('[aria-current=page]')).waitFor();
  expect(await axe(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await goTo(page, paths.adminHealth);
  const current = areas.getByRole('link', { name: 'Health' });
  await expect
    .poll(async () => {
      const box = await current.boundingBox();
      return box && box.x >= 0 && box.x + box.width <= 390;
    })
    .toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await axe(page)).toEqual([]);

  await goTo(page, paths.users);
  expect(await areas.count()).toBe(0);
});

it('has one search: the box of the page, or a button beside the logo', async () => {
  const page = await stage.window({ as: await stage.site.member('fan'), width: 1280, height: 720 });
  const button = page.getByRole('button', { name: 'Search', exact: true });
  await goTo(page, paths.feed);
  await page.getByRole('searchbox', { name: 'Search tip pools' }).waitFor();
  expect(await button.count()).toBe(0);
  await goTo(page, paths.users);
  await button.click();
  await page.getByRole('dialog', { name: 'Search' }).waitFor();
});

it.each(['de', 'pt-BR'] as const)('has room for its longest words where it is narrow (%s)', async (locale) => {
  const member = await stage.site.creator();
  await member.client.call(setLocale, { body: { locale } });
  const page = await stage.window({ as: member, width: 768 });
  await goTo(page, paths.users);
  const tooWide = await page
    .locator('.side :is(.nav-item, .nav-group > .btn)')
    .evaluateAll((entries) =>
      entries.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent),
    );
  expect(tooWide).toEqual([]);
});
