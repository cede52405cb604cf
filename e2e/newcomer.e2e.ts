import { randomBytes } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Pool } from '#contract/pools.ts';
import { goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { cards, password } from '#testing/journeys/town.ts';
import { enterCard } from './people.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let pool: Pool;

beforeAll(async () => {
  const { town } = stage;
  const owner = await town.member('owner');
  pool = await town.newPool(owner, await town.creator(), { title: 'A tour of the clock tower', fundingGoal: 500_00 });
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
