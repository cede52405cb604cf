import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { usualOverlaySettings } from '#contract/overlays/overlay-limits.ts';
import { createOverlay, type OverlaySettings, renewOverlay, testOverlay } from '#contract/overlays/overlays.ts';
import { paths } from '#contract/paths.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { answerTo, axe, goTo, waitForText } from '#testing/browser.ts';
import type { CreatorMember, Member } from '#testing/journeys/http-site.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

let owner: Member;
let creator: CreatorMember;
beforeAll(async () => {
  [owner, creator] = await Promise.all([stage.site.member('owner'), stage.site.creator()]);
});
beforeEach(async () => {
  await stage.site.sql`delete from overlays`;
});

const newPool = (title: string, fundingGoal = 500_00) => stage.site.newPool(owner, creator, { title, fundingGoal });

async function overlayOf(pool: Pool, changes: Partial<OverlaySettings> = {}) {
  const body = { poolId: pool.id, settings: { ...usualOverlaySettings, ...changes } };
  const { overlay, url } = await creator.client.call(createOverlay, { body });
  return { id: overlay.id, path: new URL(url).pathname };
}

/** Opens an overlay in the size of a source, and waits until it shows the goal. */
async function openOverlay(path: string, width = 800, height = 450): Promise<Page> {
  const page = await stage.window({ width, height });
  await page.goto(path);
  await page.locator('#board').waitFor();
  return page;
}

async function pledgeAs(name: string, pool: Pool, cents: number): Promise<void> {
  const [fan] = await stage.site.crowd(1, 'pays');
  if (!fan) throw new Error('there is no fan');
  await stage.site.sql`update users set display_name = ${name} where id = ${fan.id}`;
  await stage.site.pledgeWithSavedCard(fan, pool, cents);
}

const alertOf = (page: Page) => page.locator('#alert:visible').allInnerTexts();
const textOf = (page: Page) => page.locator('#text');

describe('the overlay', () => {
  it('shows a pledge within two seconds, once, and not again after a reload', async () => {
    const pool = await newPool('A song about the rain');
    const { path } = await overlayOf(pool, { alerts: ['pledges'] });
    const page = await openOverlay(path);
    expect(await page.locator('#title').textContent()).toBe('A song about the rain');
    await pledgeAs('Maya Reyes', pool, 25_00);
    const pledgedAt = Date.now();
    await textOf(page).and(page.getByText('Maya Reyes')).waitFor();
    expect(Date.now() - pledgedAt).toBeLessThan(2000);
    expect(await alertOf(page)).toEqual(['New pledge\nMaya Reyes\n$25']);
    await expect.poll(() => page.locator('#pledged').textContent()).toBe('$25');
    await page.reload();
    await page.locator('#board').waitFor();
    await page.locator('#list').getByText('Maya Reyes').waitFor();
    await page.waitForTimeout(300);
    expect(await alertOf(page)).toEqual([]);

    // A pledge while the page is closed shows when it opens again.
    await page.goto('about:blank');
    await pledgeAs('Ben', pool, 10_00);
    await page.goto(path);
    await textOf(page)
      .and(page.getByText('Ben', { exact: true }))
      .waitFor();
    await page.reload();
    await page.locator('#board').waitFor();
    await page.waitForTimeout(300);
    expect(await alertOf(page)).toEqual([]);
  });

  it('shows alerts one after the other, and the number of those after the twentieth', async () => {
    const pool = await newPool('Many at once');
    const { path } = await overlayOf(pool, { alerts: ['pledges'] });
    const page = await stage.window({ width: 800, height: 450 });
    await page.clock.install();
    await page.goto(path);
    await page.locator('#board').waitFor();
    // From here on, the clock stands still between the steps.
    await page.clock.pauseAt(Date.now() + 1000);
    const names = Array.from({ length: 33 }, (_, index) => `Fan ${index + 1}`);
    for (const name of names) await pledgeAs(name, pool, 10_00);
    await expect.poll(() => page.locator('#fans').textContent()).toBe('33 fans');
    const shown: string[] = [];
    for (let step = 0; step < 22; step += 1) {
      shown.push((await textOf(page).textContent()) ?? '');
      await page.clock.fastForward(4000);
    }
    expect(shown).toEqual([...names.slice(0, 21), 'and 12 more']);
    expect(await alertOf(page)).toEqual([]);
    await page.reload();
    await page.locator('#board').waitFor();
    expect(await alertOf(page)).toEqual([]);
  });

  it('keeps what it shows while the server is away, and comes back automatically', async () => {
    const pool = await newPool('Patience');
    const { id, path } = await overlayOf(pool);
    const page = await openOverlay(path);
    stage.allow(/ERR_|404/);
    await page.route('**/events', (route) => route.abort());
    const refused = page.waitForEvent('requestfailed');
    // The stream ends, and the next requests fail.
    await stage.site.sql`update users set suspended_at = now() where id = ${creator.id}`;
    await stage.site.sql`select pg_notify('overlay_changes', ${JSON.stringify({ userId: creator.id })})`;
    await refused;
    await page.waitForTimeout(500);
    expect(await page.locator('#title').textContent()).toBe('Patience');
    await stage.site.sql`update users set suspended_at = null where id = ${creator.id}`;
    const back = page.waitForResponse(/events$/);
    await page.unroute('**/events');
    await back;
    await page.waitForTimeout(300);
    await creator.client.call(testOverlay, { params: { id } });
    await textOf(page).waitFor();
    expect(await page.locator('#label').textContent()).toBe('Test alert');
    await creator.client.call(renewOverlay, { params: { id } });
    await expect.poll(() => page.locator('#board').isVisible(), { timeout: 10_000 }).toBe(false);
    expect(await alertOf(page)).toEqual([]);
  });

  // cspell:ignore Maximiliane Friederike
  const longName = 'Maximiliane-Friederike von und zu Hohenzollern-Sig';
  const arabicName = 'مريم بنت عبد الرحمن الأنصارية';
  const longTitle =
    'An unreasonably long title for one single song about all the rain of the last one hundred Novembers';

  it.each([
    [1920, 1080],
    [800, 600],
    [800, 200],
    [400, 100],
    [320, 700],
  ])(
    'fits %i × %i with long and Arabic names, in each theme',
    async (width, height) => {
      const pool = await newPool(longTitle, 1_250_00);
      for (const [index, name] of [longName, arabicName, 'Jo', '小林 さくら', longName].entries())
        await pledgeAs(name, pool, 1234_00 + index);
      for (const theme of ['dark', 'light', 'brand'] as const) {
        const { id, path } = await overlayOf(pool, { theme });
        const name = theme === 'light' ? arabicName : longName;
        await stage.site.sql`update users set display_name = ${name} where id = ${creator.id}`;
        const page = await openOverlay(path, width, height);
        expect(await page.evaluate(overflowing)).toEqual([]);
        await shoot(page, `board-${theme}-${width}`);
        await creator.client.call(testOverlay, { params: { id } });
        await textOf(page).waitFor();
        expect(await page.evaluate(overflowing)).toEqual([]);
        await shoot(page, `alert-${theme}-${width}`);
        await page.context().close();
      }
    },
    120_000,
  );
});

describe('a low box', () => {
  const everything = ['goal', 'timeLeft', 'backers', 'alerts'] as const;
  it.each([
    [400, 100, ['timeLeft', 'backers'], ['#left', '#backers li']],
    [800, 200, ['timeLeft', 'backers'], ['#left', '#backers li']],
    [400, 100, everything, ['#pledged', '#left']],
    [600, 100, everything, ['#pledged', '#left', '#backers li']],
    [1920, 200, everything, ['#pledged', '#left', '#backers li']],
  ] as const)('of %i × %i shows of %j what has a place', async (width, height, widgets, visible) => {
    const pool = await newPool('A song about the rain');
    for (const name of ['Maximiliane-Friederike von und zu Hohenzollern-Sig', 'Jo']) await pledgeAs(name, pool, 25_00);
    const { path } = await overlayOf(pool, { widgets: [...widgets], textSize: 'large' });
    const page = await openOverlay(path, width, height);
    const parts = ['#pledged', '#left', '#backers li'];
    const shown = await Promise.all(parts.map((part) => page.locator(part).first().isVisible()));
    expect(parts.filter((_part, place) => shown[place])).toEqual(visible);
    expect(await page.evaluate(overflowing)).toEqual([]);
    await shoot(page, `low-${widgets.length}-${width}`);
  });
});

const videos = {
  dark: 'linear-gradient(120deg, #000, #14203a 60%, #3b1d4a)',
  light: 'linear-gradient(120deg, #fff, #ffe9b0 50%, #bfe6ff)',
};

/** The texts that leave the window, or their line. Those of a list that is cut on purpose may. */
function overflowing(): string[] {
  const faults: string[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('#board *, #alert, #alert *')) {
    if (!element.checkVisibility({ checkOpacity: true })) continue;
    const box = element.getBoundingClientRect();
    if (element.closest('ul, #figures > *')) continue;
    const line = element.closest('p')?.getBoundingClientRect();
    if (line && (box.left < line.left - 1 || box.right > line.right + 1)) faults.push(`${element.id} leaves its line`);
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.push(`${element.id} leaves the window: ${JSON.stringify(box)}`);
  }
  return faults;
}

/** Photographs the overlay over dark and over bright video. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  for (const [video, background] of Object.entries(videos)) {
    await page.evaluate((value) => {
      document.documentElement.style.background = value;
    }, background);
    await page.screenshot({ path: join(folder, `overlay-${name}-${video}.png`) });
  }
}

describe('the settings', () => {
  it('say why an overlay is empty', async () => {
    const { sql } = stage.site;
    const pool = await newPool('Gone');
    await overlayOf(pool);
    const page = await stage.window({ as: creator });
    await sql`update pools set status = 'removed' where id = ${pool.id}`;
    await goTo(page, paths.overlays);
    await waitForText(page, 'This overlay is empty, because the pool was removed.');
    await sql`update pools set status = 'open', assigned_creator_id = null where id = ${pool.id}`;
    await goTo(page, paths.overlays);
    await waitForText(page, 'This overlay is empty, because you no longer have a part in this pool.');
  });

  it('create an overlay with a preview, show its URL once, and change, test, renew and delete it', async () => {
    const pool = await newPool('The stream’s song');
    const page = await stage.window({ as: creator });
    await goTo(page, paths.overlays);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create an overlay' }).click();
    await page.getByLabel('Pool').selectOption({ label: 'The stream’s song' });
    const frame = page.frameLocator('iframe');
    await frame.locator('#title').getByText('The stream’s song').waitFor();
    await page.getByLabel('Colors').selectOption('brand');
    await expect.poll(() => frame.locator('html').getAttribute('data-theme')).toBe('brand');
    await page.getByLabel('Goal bar', { exact: true }).uncheck();
    await expect.poll(() => frame.locator('#meter').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show an alert' }).click();
    await frame.getByText('Test alert').waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'overlay-editor');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Smallest pledge that shows a name').fill('ten');
    await page.getByRole('button', { name: 'Create overlay' }).click();
    await waitForText(page, 'Correct the smallest pledge that shows a name.');
    // Without the field, nothing is left to correct.
    await page.getByRole('checkbox', { name: /^Hide names(?! with)/ }).check();
    await page.getByRole('button', { name: 'Create overlay' }).click();
    await page.getByRole('button', { name: 'I copied the URL' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('checkbox', { name: /^Hide names(?! with)/ }).uncheck();
    expect(await page.getByLabel('Smallest pledge that shows a name').inputValue()).toBe('5');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete overlay' }).click();
    await page.getByRole('button', { name: 'Create an overlay' }).click();
    await page.getByLabel('Pool').selectOption({ label: 'The stream’s song' });
    await page.getByLabel('Goal bar', { exact: true }).uncheck();
    await page.getByLabel('Smallest pledge that shows a name').fill('10');
    await page.getByRole('button', { name: 'Create overlay' }).click();
    const url = await page.getByLabel('URL of the overlay').inputValue();
    expect(url).toMatch(/\/overlay\/[\w-]{43}$/);
    expect(await axe(page)).toEqual([]);
    await photographAll(page, 'overlay-url');
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'I copied the URL' }).click();
    await waitForText(page, 'not opened by a streaming program yet');
    await photographAll(page, 'overlay-list');
    await page.setViewportSize({ width: 1280, height: 800 });

    const source = await stage.window({ width: 800, height: 450 });
    await source.goto(new URL(url).pathname);
    await source.locator('#board').waitFor();
    await page.getByRole('button', { name: 'Send a test alert' }).click();
    await source.locator('#label').getByText('Test alert').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await page.getByLabel('Smallest pledge that shows a name').inputValue()).toBe('10');
    await page.getByLabel('Goal bar', { exact: true }).check();
    await page.getByRole('button', { name: 'Save overlay' }).click();
    await source.locator('#title').getByText(pool.title).waitFor();

    await page.getByRole('button', { name: 'New URL' }).click();
    const renewed = answerTo(page, renewOverlay);
    await page.getByRole('button', { name: 'Create URL' }).click();
    await renewed;
    expect(await page.getByLabel('URL of the overlay').inputValue()).not.toBe(url);
    await page.getByRole('button', { name: 'I copied the URL' }).click();
    stage.allow(/404/);
    await expect.poll(() => source.locator('#board').isVisible(), { timeout: 10_000 }).toBe(false);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete overlay' }).click();
    await waitForText(page, 'No overlays yet');
  });
});
