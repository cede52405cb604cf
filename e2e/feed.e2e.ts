import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { actOnPool } from '#contract/admin/moderation.ts';
import { uploadImage } from '#contract/media.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { goTo, waitForText } from '#testing/browser.ts';
import { cards, type Member } from '#testing/journeys/http-site.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const picture = async () => {
  const drawn = sharp({ create: { width: 40, height: 20, channels: 3, background: '#c60' } });
  return new Uint8Array(await drawn.png().toBuffer());
};

let fan: Member;
let song: Pool;

beforeAll(async () => {
  const { site } = stage;
  fan = await site.member('fan');
  fan.client.cookies.set('age_verified', '1');
  // More than a page, and more than twelve, so that the pagination appears.
  for (let number = 1; number <= 13; number += 1) {
    const categories = number <= 11 ? ['Comedy', 'Podcasts'] : ['Comedy'];
    await site.newPool(fan, null, { title: `Sketch number ${number}`, categories });
  }
  song = await site.newPool(fan, null, { title: 'A song about the harbour', categories: ['Music', 'Tech'] });
  const adult = await site.newPool(fan, null, { title: 'A velvet evening', categories: ['NSFW'] });
  await site.admin.client.call(actOnPool, { params: { id: adult.id }, body: { action: 'open' } });
});

const address = (page: Page) => decodeURIComponent(page.url().slice(stage.site.app.url.length));
const comesTo = (page: Page, path: string) => expect.poll(() => address(page)).toBe(path);
const bar = (page: Page) => page.getByRole('group', { name: 'Categories' });
const inBar = (page: Page, name: string | RegExp) => bar(page).getByRole('button', { name }).filter({ visible: true });
const names = async (page: Page) => {
  const texts = await bar(page).getByRole('button').filter({ visible: true }).allInnerTexts();
  return texts.map((text) => text.split('\n').at(-1));
};
const isOn = (page: Page, name: string) => inBar(page, name).getAttribute('aria-pressed');
const heading = (page: Page) => page.getByRole('heading', { level: 2, name: /^Tip pools \(/ });
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search tip pools' });
const titles = (page: Page) => page.getByRole('region', { name: /^Tip pools/ }).getByRole('heading', { level: 3 });

describe('searching the feed', () => {
  it('starts with a keyboard shortcut, needs no reload, and is undone by the back button', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools?page=2');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('harbour', { delay: 30 });
    await comesTo(page, '/browse-tip-pools?search=harbour');
    await waitForText(page, song.title);
    expect(await titles(page).allInnerTexts()).toEqual([song.title]);
    await expect.poll(() => heading(page).textContent()).toMatch(/^Tip pools\s+\(1\)$/);

    await page.keyboard.type(' nowhere at all');
    await waitForText(page, 'No matching tip pools found');
    await waitForText(page, 'Adjust your search or filters.');
    const create = page.getByRole('region', { name: /^Tip pools/ }).getByRole('link', { name: 'Create pool' });
    expect(await create.getAttribute('href')).toBe('/pool/create');

    await page.goBack();
    await comesTo(page, '/browse-tip-pools?page=2');
    await expect.poll(() => box(page).inputValue()).toBe('');
    await page.goForward();
    await comesTo(page, '/browse-tip-pools?search=harbour nowhere at all');
    await expect.poll(() => box(page).inputValue()).toBe('harbour nowhere at all');
    await page.getByRole('button', { name: 'Clear search' }).click();
    await comesTo(page, '/browse-tip-pools');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  it('keeps the sort order in the URL', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools?category=Comedy');
    await page.getByLabel('Sort by').selectOption('most-funded');
    await comesTo(page, '/browse-tip-pools?categories=Comedy&sort=most-funded');
    await page.reload();
    expect(await page.getByLabel('Sort by').inputValue()).toBe('most-funded');
    await page.getByLabel('Sort by').selectOption('newest');
    await comesTo(page, '/browse-tip-pools?categories=Comedy');
  });
});

describe('the category bar', () => {
  const first = ['All', 'NSFW', 'Art', 'Comedy', 'Cooking'];

  it('selects several categories, shows a hidden one in its last place, and clears with All', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools');
    expect(await names(page)).toEqual([...first, 'Cosplay', '+8']);
    await inBar(page, 'Art').click();
    await waitForText(page, 'No tip pools found for selected categories');
    await waitForText(page, 'Try other categories or create your own.');
    await inBar(page, 'Art').click();
    await inBar(page, 'Comedy').click();
    await inBar(page, /more categories$/).click();
    await page.getByRole('menuitemcheckbox', { name: 'Tech' }).click();
    await comesTo(page, '/browse-tip-pools?categories=Comedy,Tech');
    expect(await names(page)).toEqual([...first, 'Tech', '+8']);
    expect([await isOn(page, 'Tech'), await isOn(page, 'Comedy'), await isOn(page, 'Art')]).toEqual([
      'true',
      'true',
      'false',
    ]);
    await expect.poll(() => heading(page).textContent()).toMatch(/\(14\)$/);
    await waitForText(page, 'Popular in Comedy and Tech');

    await inBar(page, /more categories$/).click();
    // Type-ahead finds the name behind the emoji.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('mu');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/Music$/);
    await page.getByRole('menuitemcheckbox', { name: 'Film' }).click();
    await comesTo(page, '/browse-tip-pools?categories=Comedy,Tech,Film');
    expect(await names(page)).toEqual([...first, 'Film', 'Tech +8']);
    await inBar(page, 'Tech +8 more categories, 1 chosen').click();
    expect(await page.getByRole('menuitemcheckbox', { name: 'Tech' }).getAttribute('aria-checked')).toBe('true');
    await page.keyboard.press('Escape');
    await page.goBack();
    await comesTo(page, '/browse-tip-pools?categories=Comedy,Tech');
    await inBar(page, 'All').click();
    await comesTo(page, '/browse-tip-pools');
    expect(await isOn(page, 'All')).toBe('true');
  });

  it('selects NSFW only after the age gate, and deselects it after "No"', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools?categories=Comedy');
    const gate = page.getByRole('dialog', { name: 'NSFW Content' });
    await inBar(page, 'NSFW').click();
    await gate.getByRole('button', { name: 'No, I am under 18' }).click();
    await gate.waitFor({ state: 'detached' });
    expect([address(page), await isOn(page, 'NSFW')]).toEqual(['/browse-tip-pools?categories=Comedy', 'false']);
    await goTo(page, '/browse-tip-pools?categories=NSFW');
    await gate.getByRole('button', { name: 'No, I am under 18' }).click();
    await comesTo(page, '/browse-tip-pools');
    await inBar(page, 'NSFW').click();
    await gate.getByRole('button', { name: 'Yes, I am 18+' }).click();
    await comesTo(page, '/browse-tip-pools?categories=NSFW');
    await waitForText(page, 'A velvet evening');
    await inBar(page, 'NSFW').click();
    await comesTo(page, '/browse-tip-pools');
    await inBar(page, 'NSFW').click();
    await comesTo(page, '/browse-tip-pools?categories=NSFW');
    expect(await gate.count()).toBe(0);
  });

  it('shows few categories on a phone, the rest in a sheet, and the search behind a button', async () => {
    const page = await stage.window({ phone: true, width: 390, height: 844 });
    await goTo(page, '/browse-tip-pools');
    expect(await names(page)).toEqual(['All', 'NSFW', 'Art', 'Comedy', '+10']);
    await inBar(page, /more categories$/).click();
    await page.getByRole('dialog', { name: 'More categories' }).getByRole('button', { name: 'Tech' }).click();
    await comesTo(page, '/browse-tip-pools?categories=Tech');
    expect(await names(page)).toEqual(['All', 'NSFW', 'Art', 'Tech', '+10']);
    await waitForText(page, 'Popular in other categories');

    expect(await box(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.keyboard.type('harbour');
    await comesTo(page, '/browse-tip-pools?categories=Tech&search=harbour');
    await page.getByRole('button', { name: 'Close search' }).click();
    await comesTo(page, '/browse-tip-pools?categories=Tech');
    expect(await box(page).isVisible()).toBe(false);

    await inBar(page, /more categories$/).click();
    await page.getByRole('dialog', { name: 'More categories' }).getByRole('button', { name: 'Comedy' }).click();
    await comesTo(page, '/browse-tip-pools?categories=Tech,Comedy');
    expect(await names(page)).toEqual(['All', 'NSFW', 'Art', 'Comedy', 'Tech +10']);
    await inBar(page, 'All').click();
    await comesTo(page, '/browse-tip-pools');
    await inBar(page, 'Comedy').click();
    await comesTo(page, '/browse-tip-pools?categories=Comedy');
    await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Page 2' }).click();
    await comesTo(page, '/browse-tip-pools?categories=Comedy&page=2');
    await expect.poll(() => titles(page).count()).toBe(4);
    await page.goBack();
    await comesTo(page, '/browse-tip-pools?categories=Comedy');
    await expect.poll(() => titles(page).count()).toBe(9);
    await page.goForward();
    await comesTo(page, '/browse-tip-pools?categories=Comedy&page=2');
  });
});

describe('the pages of the feed', () => {
  it('start at the first page after every choice and beyond the last page', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools?categories=Comedy');
    expect(await titles(page).count()).toBe(9);
    await page.getByRole('navigation', { name: 'Pagination' }).getByRole('link', { name: 'Page 2' }).click();
    await comesTo(page, '/browse-tip-pools?categories=Comedy&page=2');
    await expect.poll(() => titles(page).count()).toBe(4);
    await inBar(page, 'Cooking').click();
    await comesTo(page, '/browse-tip-pools?categories=Comedy,Cooking');
    await page.goBack();
    await comesTo(page, '/browse-tip-pools?categories=Comedy&page=2');
    await expect.poll(() => titles(page).count()).toBe(4);
    await goTo(page, '/browse-tip-pools?categories=Comedy&page=9');
    expect(address(page)).toBe('/browse-tip-pools?categories=Comedy');
  });

  it('are replaced by a "Show more" link for fewer than thirteen pools', async () => {
    const page = await stage.window();
    await goTo(page, '/browse-tip-pools?categories=Podcasts');
    expect(await page.getByRole('navigation', { name: 'Pagination' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Show 2 more' }).click();
    await expect.poll(() => titles(page).count()).toBe(2);
    await page.getByRole('link', { name: 'Back to the first 9' }).click();
    await comesTo(page, '/browse-tip-pools?categories=Podcasts');
  });
});

describe('a card', () => {
  it('is 301 px high, and shows "No Image Available" if its picture does not load', async () => {
    const { site } = stage;
    const owner = await site.member('owner');
    const form = new FormData();
    form.set('file', new Blob([await picture()], { type: 'image/png' }), 'a.png');
    const { id } = await owner.client.form(uploadImage, form);
    await site.newPool(owner, null, { title: 'Wings that open', categories: ['Cosplay'], imageIds: [id] });
    const page = await stage.window();
    stage.allow(/ERR_FAILED/);
    await page.route('**/media/images/**', (route) => route.abort());
    await goTo(page, '/browse-tip-pools?categories=Cosplay');
    await waitForText(page, 'No Image Available');
    const card = page.locator('.pool-card', { hasText: 'Wings that open' });
    expect((await card.boundingBox())?.height).toBe(301);
  });
});

describe('the section above the feed', () => {
  it('shows pools that an admin highlights on the pool page', async () => {
    const page = await stage.window({ as: stage.site.admin });
    await goTo(page, song.canonicalPath);
    const more = page.getByRole('button', { name: 'More for this pool' });
    await more.click();
    await page.getByRole('menuitem', { name: 'Highlight', exact: true }).click();
    await waitForText(page, 'Highlighted');
    await goTo(page, '/browse-tip-pools');
    const highlights = page.getByRole('region', { name: 'Highlighted tip pools' });
    await highlights.getByRole('heading', { name: song.title }).waitFor();
    // The title also counts the highlighted pool, which is shown above the feed instead of in it.
    await expect.poll(() => heading(page).textContent()).toMatch(/\(15\)$/);
    expect(await titles(page).allInnerTexts()).not.toContain(song.title);
    await inBar(page, 'Comedy').click();
    await highlights.waitFor({ state: 'detached' });

    await goTo(page, song.canonicalPath);
    await more.click();
    await page.getByRole('menuitem', { name: 'Unhighlight' }).click();
    await waitForText(page, 'No longer highlighted');
    await goTo(page, '/browse-tip-pools');
    expect(await highlights.count()).toBe(0);
  });

  it('shows a signed-in fan the pools that they back', async () => {
    const { site } = stage;
    const backer = await site.member('backer');
    await site.pledge(backer, song, 12_00, cards.pays);
    const page = await stage.window({ as: backer });
    await goTo(page, '/home?page=1');
    const backed = page.getByRole('region', { name: 'Pools you back' });
    await backed.getByRole('link', { name: song.title }).waitFor();
    expect(await backed.textContent()).toContain('$12');
    await inBar(page, 'Comedy').click();
    await comesTo(page, '/home?categories=Comedy');
    expect(await backed.count()).toBe(0);

    await inBar(page, 'All').click();
    await backed.getByRole('link', { name: song.title }).click();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await waitForText(page, 'Your $12 pledge is withdrawn');
    await page.goBack();
    await page.getByRole('heading', { name: song.title }).first().waitFor();
    await backed.waitFor({ state: 'detached' });
  });
});
