import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '#contract/pools.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let owner: Member;
let song: Pool;

beforeAll(async () => {
  const { site } = stage;
  owner = await site.member('owner');
  song = await site.newPool(owner, await site.creator(), { title: 'A song about the harbor' });
});

const bookmark = (page: Page, title: string) => page.getByRole('button', { name: `Save ${title} for later` });
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text);

describe('saved pools', () => {
  it('are saved from a card, listed apart from favorites, and removed with undo', async () => {
    const page = await stage.window({ as: await stage.site.member(), width: 390, phone: true });
    await goTo(page, '/saved');
    await waitForText(page, 'No saved tip pools yet');
    await page.getByRole('main').getByRole('link', { name: 'Browse pools' }).click();
    await bookmark(page, song.title).click();
    await toast(page, 'Saved for later').waitFor();
    expect(await bookmark(page, song.title).getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'View' }).click();
    await page.waitForURL('**/saved');
    await waitForText(page, song.title);
    await page.getByRole('link', { name: 'Favorites', exact: true }).last().click();
    await waitForText(page, 'No favorites yet');
    await page.getByRole('link', { name: 'Saved for later' }).click();
    await bookmark(page, song.title).click();
    await waitForText(page, 'No saved tip pools yet');
    await page.getByRole('button', { name: 'Undo' }).click();
    await waitForText(page, song.title);
  });

  it('are saved on the pool page with the keyboard and stay after a reload', async () => {
    const page = await stage.window({ as: await stage.site.member() });
    await goTo(page, song.canonicalPath);
    const button = page.getByRole('button', { name: 'Save for later' });
    await button.focus();
    await page.keyboard.press('Enter');
    await toast(page, 'Saved for later').waitFor();
    // The toast would cover the items of a menu that opens beneath it.
    await page.getByRole('button', { name: 'More for this pool' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await toast(page, 'Saved for later').count()).toBe(0);
    await page.reload();
    await waitForHydration(page);
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    await goTo(page, '/browse-tip-pools');
    await expect.poll(() => bookmark(page, song.title).getAttribute('aria-pressed')).toBe('true');
  });

  it('ask a visitor to sign in', async () => {
    const page = await stage.window();
    await goTo(page, song.canonicalPath);
    await page.getByRole('button', { name: 'Save for later' }).click();
    await toast(page, 'Please log in to save pools').waitFor();
  });

  it.each(['light', 'dark'] as const)('are accessible in the %s theme', async (theme) => {
    const fan = await stage.site.member();
    const page = await stage.window({ as: fan, theme });
    await goTo(page, '/browse-tip-pools');
    await bookmark(page, song.title).click();
    await toast(page, 'Saved for later').waitFor();
    await goTo(page, '/saved');
    await waitForText(page, song.title);
    expect(await axe(page)).toEqual([]);
  });
});
