import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '#contract/pools/pools.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let owner: Member;
let song: Pool;

beforeAll(async () => {
  const { site } = stage;
  owner = await site.member('owner');
  song = await site.newPool(owner, await site.creator(), { title: 'A song about the harbor' });
});

const bookmark = (page: Page, title: string) => page.getByRole('button', { name: `Follow ${title}` });
const news = (page: Page) => page.getByRole('switch', { name: `News about ${song.title}` });
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

describe('followed pools', () => {
  it('are followed from a card, listed apart from favorites, and removed with undo', async () => {
    const page = await stage.window({ as: await stage.site.member(), width: 390, phone: true });
    await goTo(page, '/following');
    await waitForText(page, 'You aren’t following any tip pools yet');
    await page.getByRole('main').getByRole('link', { name: 'Browse pools' }).click();
    await bookmark(page, song.title).click();
    await toast(page, 'Following').waitFor();
    expect(await bookmark(page, song.title).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'View' }).click();
    await page.waitForURL('**/following');
    await waitForText(page, song.title);
    await page.getByRole('link', { name: 'Favorites', exact: true }).last().click();
    await waitForText(page, 'No favorites yet');
    await page.getByRole('link', { name: 'Following' }).click();
    await bookmark(page, song.title).click();
    await waitForText(page, 'You aren’t following any tip pools yet');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForText(page, song.title);
  });

  it('are followed on the pool page with the keyboard, stay after a reload, and have a switch for news', async () => {
    const fan = await stage.site.member();
    const page = await stage.window({ as: fan });
    await goTo(page, song.canonicalPath);
    const button = page.getByRole('button', { name: 'Follow', exact: true });
    await button.focus();
    await page.keyboard.press('Enter');
    await toast(page, 'Following').waitFor();
    // The toast would cover the items of a menu that opens beneath it.
    await page.getByRole('button', { name: 'More for this pool' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await toast(page, 'Following').count()).toBe(0);
    await page.reload();
    await waitForHydration(page);
    await page.getByRole('button', { name: 'Following', exact: true }).waitFor();
    await news(page).waitFor();
    await photographAll(page, 'pool-followed');
    await news(page).click();
    await expect.poll(() => news(page).getAttribute('aria-checked')).toBe('false');
    await expect.poll(async () => (await stage.site.pool(song.id, fan)).getsNews).toBe(false);
    // Undo restores the choice about news.
    await page.getByRole('button', { name: 'Following', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Following', exact: true }).waitFor();
    await expect.poll(() => news(page).getAttribute('aria-checked')).toBe('false');
    await expect.poll(async () => (await stage.site.pool(song.id, fan)).isSaved).toBe(true);
    expect((await stage.site.pool(song.id, fan)).getsNews).toBe(false);
    await goTo(page, '/following');
    expect(await news(page).getAttribute('aria-checked')).toBe('false');
    await photographAll(page, 'following');
    await news(page).click();
    await expect.poll(async () => (await stage.site.pool(song.id, fan)).getsNews).toBe(true);
    await goTo(page, '/browse-tip-pools');
    await expect.poll(() => bookmark(page, song.title).getAttribute('aria-pressed')).toBe('true');
  });

  it('ask a visitor to sign in', async () => {
    const page = await stage.window();
    await goTo(page, song.canonicalPath);
    await page.getByRole('button', { name: 'Follow', exact: true }).click();
    await toast(page, 'Please log in to follow pools').waitFor();
  });

  it.each(['light', 'dark'] as const)('are accessible in the %s theme', async (theme) => {
    const fan = await stage.site.member();
    const page = await stage.window({ as: fan, theme });
    await goTo(page, '/browse-tip-pools');
    await bookmark(page, song.title).click();
    await toast(page, 'Following').waitFor();
    await goTo(page, '/following');
    await waitForText(page, song.title);
    expect(await axe(page)).toEqual([]);
  });
});

describe('the filters of the feed', () => {
  it('live in the address, work with Back, and can be cleared if nothing passes', async () => {
    const page = await stage.window({ as: await stage.site.member(), width: 390, phone: true });
    await goTo(page, '/browse-tip-pools?sort=trending');
    await page.getByLabel('Price').selectOption('Goal up to $250');
    await page.waitForURL('**/browse-tip-pools?maxGoal=25000&sort=trending');
    await page.getByLabel('Days left').selectOption('Up to 7 days left');
    await page.waitForURL('**/browse-tip-pools?maxGoal=25000&maxDays=7&sort=trending');
    await waitForText(page, 'No pools match these filters');
    await photographAll(page, 'filters-empty');
    await page.goBack();
    await page.waitForURL('**/browse-tip-pools?maxGoal=25000&sort=trending');
    await waitForText(page, song.title);
    expect(await page.getByLabel('Days left').inputValue()).toBe('0');
    await photographAll(page, 'filters');
    await page.goForward();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.waitForURL('**/browse-tip-pools?sort=trending');
    await waitForText(page, song.title);
  });
});
