import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { markFirstSteps } from '#contract/creators/creator-dashboard.ts';
import { openTerms, setRequestTerms } from '#contract/creators/request-terms.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { answerTo, axe, goTo, waitForText } from '#testing/browser.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const fileOf = (name: string) => fileURLToPath(new URL(`../server/demo/deliveries/${name}`, import.meta.url));
let owner: Member;
let open: Pool;

beforeAll(async () => {
  const { site } = stage;
  owner = await site.member('owner');
  open = await site.newPool(owner, null, { title: 'A song for any singer', categories: ['Music'] });
});

describe.each([
  { width: 390, phone: true },
  { width: 1440, phone: false },
])('a new creator, $width px wide', ({ width, phone }) => {
  const show = async (page: Page, name: string) => {
    expect(await axe(page)).toEqual([]);
    await photographAll(page, `${name}-${width}`);
    await page.setViewportSize({ width, height: 844 });
  };

  it('sees five first steps instead of amounts, which disappear one by one', async () => {
    const { site } = stage;
    const creator = await site.creator();
    await site.sql`update creator_profiles set avatar_url = null where owner_id = ${creator.id}`;
    const page = await stage.window({ as: creator, width, phone });
    await goTo(page, '/dashboard');
    const steps = page.getByRole('region', { name: 'Your first steps' });
    expect(await steps.getByRole('listitem').count()).toBe(5);
    const done = () => steps.locator('[data-done]').getByRole('heading').allTextContents();
    expect(await done()).toEqual(['Set up your payouts, done']);
    expect(await page.getByRole('region', { name: 'Earnings' }).count()).toBe(0);
    await show(page, 'first-steps');

    await steps.getByRole('button', { name: 'Share your page' }).waitFor();

    await steps.getByRole('link', { name: 'Set your terms' }).click();
    await page.waitForURL('**/dashboard?view=terms');
    await creator.client.call(setRequestTerms, { body: openTerms });
    await site.newPool(owner, creator);
    await goTo(page, '/dashboard');
    await waitForText(page, '3 of 5 done');
    await site.sql`update creator_profiles set avatar_url = '/images/none.webp', description = 'Songs' where owner_id = ${creator.id}`;
    stage.allow(/none\.webp|404 \(Not Found\)/);
    await goTo(page, '/dashboard');
    await waitForText(page, '4 of 5 done');
    await steps.getByRole('button', { name: 'Share your page' }).click();
    const dialog = page.getByRole('dialog', { name: /Share/ });
    await dialog.waitFor();
    await page.waitForLoadState('networkidle');
    expect(await dialog.isVisible()).toBe(true);
    const marked = answerTo(page, markFirstSteps);
    await page.keyboard.press('Escape');
    await marked;
    await page.getByRole('region', { name: 'Earnings' }).waitFor();
    expect(await steps.count()).toBe(0);
    await site.sql`update creator_profiles set avatar_url = null where owner_id = ${creator.id}`;
  });

  it('hides the list permanently', async () => {
    const page = await stage.window({ as: await stage.site.creator(), width, phone });
    await goTo(page, '/dashboard');
    const marked = answerTo(page, markFirstSteps);
    await page.getByRole('button', { name: 'Hide this list' }).click();
    await page.getByRole('region', { name: 'Earnings' }).waitFor();
    await marked;
    await goTo(page, '/dashboard');
    await page.getByRole('region', { name: 'Earnings' }).waitFor();
    expect(await page.getByRole('region', { name: 'Your first steps' }).count()).toBe(0);
  });

  it('finds pools that are open to any creator on the dashboard and in the feed', async () => {
    const { site } = stage;
    const creator = await site.creator();
    await site.newPool(owner, await site.creator(), { title: 'A song for one creator' });
    const page = await stage.window({ as: creator, width, phone });
    await goTo(page, '/dashboard');
    const list = page.getByRole('region', { name: /^Open to any creator/ });
    await list.getByRole('link', { name: open.title }).waitFor();
    expect(await list.getByRole('link', { name: 'A song for one creator' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Find a pool' }).click();
    await page.waitForURL('**/browse-tip-pools?anyCreator=true');
    const feed = page.getByRole('region', { name: /^Tip pools/ });
    const filter = page.getByRole('link', { name: 'Open to any creator' });
    expect(await filter.getAttribute('aria-current')).toBe('true');
    expect(await filter.getAttribute('href')).toBe('/browse-tip-pools');
    await feed.getByRole('link', { name: open.title }).waitFor();
    expect(await feed.getByRole('link', { name: 'A song for one creator' }).count()).toBe(0);
    await show(page, 'feed-any-creator');
    await filter.click();
    await feed.getByRole('link', { name: 'A song for one creator' }).first().waitFor();
    expect(new URL(page.url()).search).toBe('');
    await filter.click();
    await page.waitForURL('**/browse-tip-pools?anyCreator=true');
    await page.getByLabel('Sort by').selectOption('trending');
    await page.waitForURL('**/browse-tip-pools?anyCreator=true&sort=trending');
    await feed.getByRole('link', { name: open.title }).click();
    await page.getByRole('button', { name: 'Claim this pool' }).filter({ visible: true }).first().waitFor();
  });

  it('previews a delivery as fans will see it, before it is submitted', async () => {
    const { site } = stage;
    const [fan, creator] = await Promise.all([site.member('lena'), site.creator()]);
    const { pool } = await site.funded(fan, creator, [{ who: fan, cents: 20_00 }]);
    const page = await stage.window({ as: creator, width, phone });
    await goTo(page, `/dashboard?deliver=${pool.id}`);
    const preview = page.getByRole('button', { name: 'Preview', exact: true });
    expect(await preview.isDisabled()).toBe(true);
    const names = ['kettle-in-b-flat.mp3', 'one-tide.webm', 'winter.webp', 'chords.txt'];
    await page.locator('input[type=file]').setInputFiles(names.map(fileOf));
    await page.getByRole('status').getByText('4 of 4 files uploaded').waitFor();
    await page.getByLabel('Note to the fans').fill('Mind the third verse.');
    await page.getByLabel(/^Text/).fill('Six hours up the harbor wall, six hours down again.');
    await preview.click();
    const dialog = page.getByRole('dialog', { name: 'What fans will see' });
    await dialog.getByText('A note from Maya Reyes').waitFor();
    await dialog.getByText('Mind the third verse.').waitFor();
    await dialog.getByText('Six hours up the harbor wall').waitFor();
    await dialog.locator('video').waitFor();
    await dialog.locator('audio').waitFor({ state: 'attached' });
    await expect
      .poll(() =>
        dialog
          .locator('img[src^="blob:"]')
          .evaluateAll((all) => all.map((img) => (img as HTMLImageElement).naturalWidth > 0)),
      )
      .toEqual([true]);
    await dialog.getByText('chords.txt').waitFor();
    await show(page, 'delivery-preview');
    await page.keyboard.press('Escape');
    expect(await page.getByLabel('Note to the fans').inputValue()).toBe('Mind the third verse.');
    await page.reload();
    await page.getByRole('status').getByText('4 of 4 files uploaded').waitFor();
    await preview.click();
    await dialog.getByText(/you uploaded them earlier.*kettle-in-b-flat\.mp3/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Submit delivery' }).click();
    await waitForText(page, 'Delivery submitted');
  });
});
