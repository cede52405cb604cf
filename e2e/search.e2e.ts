import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { creatorPath } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { pageShortcutsFor } from '#web/search/page-shortcuts.ts';
import { setStage } from './stage.ts';

// cspell:ignore marmiba setti zzzzqqqq

const stage = setStage();

let fan: Member;
let creator: CreatorMember;
let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  [fan, creator] = await Promise.all([site.member('fan'), site.creator()]);
  pool = await site.newPool(fan, creator, { title: 'A marimba in the harbour' });
  for (let n = 1; n <= 6; n += 1) await site.newPool(fan, creator, { title: `Lanterns, evening ${n}` });
});

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const field = (page: Page) => page.getByRole('combobox', { name: /^Search pools/ });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');
const chosen = (page: Page) => page.getByRole('option', { selected: true });
const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
};

describe('the command palette', () => {
  it('opens any page by keyboard, and restores the focus when it closes', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, '/how-it-works');
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Creators' });
    await link.focus();
    await openPalette(page);
    expect(await chosen(page).textContent()).toBe('Browse pools');
    await page.keyboard.press('ArrowUp');
    expect(await chosen(page).textContent()).toBe('Sign Out');
    await page.keyboard.press('Escape');
    await expect.poll(() => palette(page).count()).toBe(0);
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);

    await openPalette(page);
    await page.keyboard.type('marmiba');
    await waitForText(page, pool.title);
    expect(await axe(page)).toEqual([]);
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(
      await options(page).first().getAttribute('id'),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${pool.canonicalPath}`);
    await expect.poll(() => palette(page).count()).toBe(0);

    await openPalette(page);
    await page.keyboard.type('setti');
    await expect.poll(() => chosen(page).textContent()).toBe('Settings');
    await page.keyboard.press('Control+k');
    await expect.poll(() => palette(page).count()).toBe(0);
  });

  it('finds the same creators as the search box of the feed', async () => {
    const page = await stage.window({ as: fan });
    await goTo(page, `/browse-tip-pools?search=${creator.username}`);
    const found = page.getByRole('region', { name: /^(Creators|Creators and people)$/ });
    await found.getByRole('link', { name: `@${creator.username}` }).click();
    await page.waitForURL(`**${creatorPath(creator.username)}`);
  });

  it('opens from the tab bar of a phone, which marks the current page', async () => {
    const page = await stage.window({ as: fan, width: 390, height: 844, phone: true });
    await goTo(page, '/');
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name, exact: true });
    expect(await tab('Home').getAttribute('aria-current')).toBe('page');
    await tab('Search').click();
    await expect.poll(() => palette(page).count()).toBe(1);
    await page.keyboard.press('Escape');
    await tab('Messages').click();
    await page.waitForURL('**/messages');
    await tab('Me').click();
    await page.waitForURL('**/my-account');
    expect(await tab('Me').getAttribute('aria-current')).toBe('page');
    expect(await tab('Home').getAttribute('aria-current')).toBeNull();
    await tab('Create').click();
    await page.waitForURL('**/pool/create');
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Messages' }).waitFor();
    expect(await axe(page)).toEqual([]);
  });

  it('finds creators, people and pools, links to all results, and shows when there are none', async () => {
    const page = await stage.window({ as: fan, width: 390, height: 844, phone: true });
    await goTo(page, '/users');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await field(page).fill(creator.username);
    await expect.poll(() => page.getByRole('group', { name: 'Creators' }).getByRole('option').count()).toBe(1);
    await field(page).fill('lantern');
    await page.getByRole('option', { name: 'See all 6 pools' }).waitFor();
    expect(await page.getByRole('group', { name: 'Pools' }).getByRole('option').count()).toBe(6);
    await field(page).fill('zzzzqqqq');
    await waitForText(page, 'No results for “zzzzqqqq”');
    expect(await axe(page)).toEqual([]);
    await field(page).fill('lantern');
    await page.getByRole('option', { name: 'See all 6 pools' }).click();
    await page.waitForURL('**/browse-tip-pools?search=lantern');
    await expect.poll(() => palette(page).count()).toBe(0);
  });

  it('opens on the second shortcut on the feed, where the first one focuses the search box', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools');
    const box = page.getByRole('searchbox', { name: 'Search tip pools' });
    await page.keyboard.press('Control+k');
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await palette(page).count()).toBe(0);
    await openPalette(page);
    // Visitors find no people.
    await field(page).fill(fan.username);
    await page.getByRole('group', { name: 'Pools' }).waitFor();
    expect(await page.getByRole('group', { name: 'People' }).count()).toBe(0);
  });

  it('offers to try again when the server does not answer', async () => {
    const page = await stage.window();
    stage.allow(/503|api\/search/);
    await goTo(page, '/faq');
    await page.route('**/api/search?*', (route) =>
      route.fulfill({ status: 503, json: { code: 'unavailable', message: 'A moment, please.' } }),
    );
    await openPalette(page);
    await page.keyboard.type('marimba');
    await waitForText(page, 'Search failed');
    await waitForText(page, /^503 Service Unavailable$/);
    await page.unroute('**/api/search?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await waitForText(page, pool.title);
  });

  it('links only to existing pages', async () => {
    const { site } = stage;
    for (const [who, places] of [
      [site.admin.client, pageShortcutsFor({ role: 'admin' })],
      [fan.client, pageShortcutsFor({ role: 'user' })],
      [site.app.client(), pageShortcutsFor(null).filter(({ label }) => label !== 'Create pool')],
    ] as const) {
      for (const { to } of places) expect([to, (await who.raw('GET', to)).status]).toEqual([to, 200]);
    }
  });
});
