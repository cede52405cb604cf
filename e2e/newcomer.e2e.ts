import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { setInterests, skipWelcome } from '#contract/interests.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { answerTo, axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { cards, password } from '#testing/journeys/http-site.ts';
import { keepFallbackFonts, shiftedSoFar } from './layout-shifts.ts';
import { enterCard } from './people.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const picture = { create: { width: 300, height: 300, channels: 3, background: 'teal' } } as const;
let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  const owner = await site.member('owner');
  pool = await site.newPool(owner, await site.creator(), { title: 'A tour of the clock tower', fundingGoal: 500_00 });
});

/** Returns the pledge form; on a phone opens it as a sheet. */
async function pledgeForm(page: Page, phone: boolean): Promise<Locator> {
  if (!phone) return page.getByRole('main');
  await page.getByRole('button', { name: /^Pledge/ }).click();
  return page.getByRole('dialog', { name: 'Back this pool' });
}

describe('a new visitor', () => {
  it.each([
    { width: 1280, phone: false },
    { width: 390, phone: true },
  ])('gets from the landing page to the first pledge, $width px wide', async ({ width, phone }) => {
    const page = await stage.window({ width, phone });
    const name = `new_${randomBytes(4).toString('hex')}`;
    await goTo(page, '/');
    await page.getByRole('link', { name: 'Discover pools' }).click();
    await page.waitForURL('**/browse-tip-pools');
    await page.getByRole('main').getByRole('link', { name: pool.title }).first().click();
    await page.getByRole('heading', { level: 1, name: pool.title }).waitFor();
    await waitForHydration(page);
    await (await pledgeForm(page, phone)).getByRole('link', { name: 'Pledge $10' }).click();

    await page.waitForURL('**/auth?**');
    await waitForText(page, `Pledge $10 to ${pool.title}`);
    await page.getByLabel('Username').fill(name);
    await waitForText(page, 'Username is available');
    await page.getByLabel('Email', { exact: true }).fill(`${name}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();

    await page.waitForURL(`**${pool.canonicalPath}?amount=1000`);
    await waitForHydration(page);
    await waitForText(page, 'You’re signed in.');
    const resumed = phone ? page.getByRole('dialog', { name: 'Back this pool' }) : page.getByRole('main');
    await resumed.getByRole('button', { name: 'Pledge $10', exact: true }).click();
    await enterCard(page, cards.pays);
    await page.waitForURL('**/payment/success?pledge=*');
    await page.getByRole('link', { name: 'Back to the pool' }).click();
    await waitForText(page, 'You pledged $10');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
});

describe('the welcome card', () => {
  const card = (page: Page) => page.getByRole('region', { name: 'Make this page yours' });
  const pick = (page: Page, name: string) => card(page).getByRole('button', { name, exact: true });

  /** Registers and waits for the home page. */
  async function register(page: Page): Promise<void> {
    const name = `new_${randomBytes(4).toString('hex')}`;
    await goTo(page, '/auth?mode=register');
    await page.getByLabel('Username').fill(name);
    await waitForText(page, 'Username is available');
    await page.getByLabel('Email', { exact: true }).fill(`${name}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await card(page).waitFor();
    await waitForHydration(page);
    expect(new URL(page.url()).pathname).toBe('/');
  }

  it('takes interests, which the home page then shows first, and settings change them', async () => {
    const page = await stage.window();
    await keepFallbackFonts(stage, page);
    await register(page);
    expect(await page.evaluate(shiftedSoFar)).toBe(0);
    expect(await axe(page)).toEqual([]);
    expect(await card(page).getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    expect(await card(page).getByRole('button', { name: 'NSFW' }).count()).toBe(0);
    for (const name of ['Music', 'Comedy', 'Gaming']) await pick(page, name).click();
    await waitForText(page, 'You’ve chosen three, the maximum.');
    await pick(page, 'Gaming').click();
    const saved = answerTo(page, setInterests);
    await card(page).getByRole('button', { name: 'Done' }).click();
    await card(page).waitFor({ state: 'detached' });
    await saved;
    await page.locator('#main:focus').waitFor();
    await waitForText(page, 'You’re all set');
    const forYou = page.getByRole('region', { name: 'For you' });
    await forYou.getByRole('link', { name: pool.title }).first().waitFor();
    await page.reload();
    await waitForHydration(page);
    await forYou.getByText('Popular in Music and Comedy.').waitFor();
    expect(await card(page).count()).toBe(0);
    expect(await page.evaluate(shiftedSoFar)).toBe(0);

    await forYou.getByRole('link', { name: 'Change interests' }).click();
    await page.waitForURL('**/settings#interests');
    const field = page.getByRole('group', { name: 'Your interests' });
    for (const name of ['Music', 'Comedy']) await field.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Save interests' }).press('Enter');
    await waitForText(page, 'Interests removed');
    await page.getByRole('region', { name: 'Interests' }).and(page.locator(':focus')).waitFor();
    await goTo(page, '/');
    expect(await forYou.count()).toBe(0);
  });

  it('fits a phone, takes a picture, and stays away after Skip', async () => {
    const page = await stage.window({ width: 390, phone: true });
    await register(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await card(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await sharp(picture).png().toBuffer() });
    await waitForText(page, 'Picture saved');
    const saved = answerTo(page, skipWelcome);
    await card(page).getByRole('button', { name: 'Skip' }).click();
    await card(page).waitFor({ state: 'detached' });
    await saved;
    await page.reload();
    await waitForHydration(page);
    expect(await card(page).count()).toBe(0);
  });
});
