import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { poolEmbedPath } from '#contract/embeds.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { goTo } from '#testing/browser.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** A pool whose goal is so high that its only pledge is far below one percent. */
let pool: Pool;

beforeAll(async () => {
  const { site } = stage;
  const fan = await site.member();
  for (let number = 1; number <= 10; number += 1) {
    const categories = number % 2 ? ['Comedy'] : ['Comedy', 'Tech'];
    const { id } = await site.newPool(fan, null, { title: `Sketch number ${number}`, categories });
    if (number > 3) continue;
    await site.admin.client.call(actOnPool, { params: { id }, body: { action: 'highlight' } });
  }
  pool = await site.newPool(fan, null, {
    title: 'A film of the harbour',
    fundingGoal: 100_000_00,
    categories: ['Film'],
  });
  await site.pledge(fan, pool, 3_00);
});

const heading = (page: Page) => page.getByRole('heading', { level: 2, name: /^Tip pools \(/ });

describe('the title of the feed', () => {
  it.each([
    ['the whole feed, with three highlighted pools above it', '', 11],
    ['one category', '?categories=Comedy', 10],
    ['two categories', '?categories=Tech,Film', 6],
    ['a search', '?search=sketch', 10],
    ['another order', '?sort=most-funded', 11],
  ])('counts every pool of %s', async (_name, query, count) => {
    const page = await stage.window();
    await goTo(page, `/browse-tip-pools${query}`);
    await expect.poll(() => heading(page).textContent()).toBe(`Tip pools (${count})`);
  });
});

describe('a pledge of less than one percent', () => {
  const fill = (page: Page, within: string) =>
    page.locator(`${within} .fill-pledged, ${within} .level-pledged`).first().boundingBox();

  it('shows on the card', async () => {
    const page = await stage.window({ width: 390, phone: true });
    await goTo(page, '/browse-tip-pools?categories=Film');
    const card = page.locator('.pool-card').filter({ hasText: pool.title });
    await card.getByText('$3', { exact: true }).waitFor();
    await card.getByText('<1%', { exact: true }).waitFor();
    await card
      .getByRole('meter')
      .and(page.locator('[aria-valuetext="$3 pledged of $100,000, less than 1%"]'))
      .waitFor();
    expect((await fill(page, '.pool-card'))?.width).toBeGreaterThan(5);
  });

  it('shows on the page of the pool', async () => {
    const page = await stage.window();
    await goTo(page, pool.canonicalPath);
    await page.locator('.basin').getByText('<1% of $100,000').waitFor();
    const basin = await page.locator('.basin').boundingBox();
    const level = await fill(page, '.basin');
    expect((basin?.y ?? 0) + (basin?.height ?? 0) - (level?.y ?? 0)).toBeGreaterThan(8);
  });

  it('shows on the embedded card', async () => {
    const page = await stage.window();
    await page.goto(poolEmbedPath(pool.id));
    await page.getByText('<1%', { exact: true }).waitFor();
    await page.getByRole('img', { name: '$3 pledged of $100,000, less than 1%' }).waitFor();
    expect((await page.locator('.meter rect').first().boundingBox())?.width).toBeGreaterThan(5);
  });

  it('leaves the percentage of the API rounded down', async () => {
    expect(await stage.site.pool(pool.id)).toMatchObject({ pledgedAmount: 3_00, pledgedPercentage: 0 });
  });
});
