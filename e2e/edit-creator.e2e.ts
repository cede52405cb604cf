import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { getCreator } from '#contract/creators/creators.ts';
import { creatorPath } from '#contract/paths.ts';
import { setAvatar, updateProfile } from '#contract/settings.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const editPath = '/dashboard?view=page';

const picture = (color: string) =>
  sharp({ create: { width: 400, height: 400, channels: 3, background: color } })
    .png()
    .toBuffer();
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });
const save = (page: Page) => page.getByRole('button', { name: 'Save page' }).click();
const link = async (page: Page, url: string) => {
  await page.getByLabel('Platform of link 1').selectOption('youtube');
  await page.getByLabel('URL of link 1').fill(url);
};
const overflows = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('a creator’s own page', () => {
  it.each([1280, 390])('is edited with a preview, %d px wide', async (width) => {
    const { site } = stage;
    const maker = await site.creator();
    const page = await stage.window({ as: maker, width, phone: width < 768 });
    await goTo(page, creatorPath(maker.username));
    await page.getByRole('link', { name: 'Edit page' }).click();
    await page.getByRole('heading', { name: 'Your page' }).waitFor();
    expect(await axe(page)).toEqual([]);

    // The longest name, in one word.
    const name = `Odd ${'Harbour'.repeat(13)} Band`;
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Bio').fill('Sea songs,\nand a lighthouse.');
    await page.getByLabel('Category').selectOption('Music');
    await preview(page).getByText(name).waitFor();
    await preview(page).getByText('and a lighthouse.').waitFor();
    expect(await overflows(page)).toBe(false);

    await link(page, 'javascript:alert(1)');
    await save(page);
    await waitForText(page, 'Please enter valid URLs (must start with http:// or https://)');
    await link(page, 'https://youtube.example/harbour');
    const file = page.getByLabel('Choose a picture');
    await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await waitForText(page, 'Only PNG, JPG, and WebP files are allowed');
    await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: await picture('teal') });
    await preview(page).locator('.creator-face img').waitFor();
    expect(await axe(page)).toEqual([]);
    await photographAll(page, `edit-page-${width}`);
    await save(page);
    await waitForText(page, 'Page saved');

    const visitor = await stage.window({ width, phone: width < 768 });
    await goTo(visitor, creatorPath(maker.username));
    await visitor.getByRole('heading', { level: 1, name }).waitFor();
    await waitForText(visitor, 'and a lighthouse.');
    expect(await visitor.getByRole('link', { name: /YouTube/ }).getAttribute('href')).toBe(
      'https://youtube.example/harbour',
    );
    expect(await visitor.locator('.creator-face img').getAttribute('src')).toMatch(/^\/media\/images\//);
    expect(await overflows(visitor)).toBe(false);
    await photographAll(visitor, `page-with-long-name-${width}`);
  });

  it('keeps the changes of both when two tabs save', async () => {
    const { site } = stage;
    const maker = await site.creator();
    const [first, second] = [await stage.window({ as: maker }), await stage.window({ as: maker })];
    stage.allow(/409/);
    for (const page of [first, second]) await goTo(page, editPath);
    await first.getByLabel('Name', { exact: true }).fill('Saved First');
    await first.getByLabel('Bio').fill('The first bio.');
    await save(first);
    await waitForText(first, 'Page saved');

    await second.getByLabel('Bio').fill('The second bio.');
    await save(second);
    await waitForText(second, 'This was changed in another tab or on another device.');
    await waitForText(second, 'The first bio.');
    expect(await second.getByLabel('Bio').inputValue()).toBe('The second bio.');
    expect(await second.getByLabel('Name', { exact: true }).inputValue()).toBe('Saved First');
    expect(await axe(second)).toEqual([]);
    await photographAll(second, 'edit-page-conflict');
    await save(second);
    await waitForText(second, 'Page saved');
    const params = { username: maker.username };
    expect(await maker.client.call(getCreator, { params })).toMatchObject({
      displayName: 'Saved First',
      description: 'The second bio.',
    });

    // The first tab meets the second one's bio, and takes it.
    await first.getByLabel('Bio').fill('A third bio.');
    await save(first);
    await first.getByRole('button', { name: 'Use the saved version (Bio)' }).click();
    expect(await first.getByLabel('Bio').inputValue()).toBe('The second bio.');
  });

  it('takes the picture and bio of the account once, and asks before it is left', async () => {
    const { site } = stage;
    const maker = await site.creator();
    await maker.client.call(updateProfile, { body: { bio: 'I sing at sea.' } });
    const form = new FormData();
    form.append('avatar', new Blob([new Uint8Array(await picture('red'))], { type: 'image/png' }), 'me.png');
    const { avatarUrl } = await maker.client.form(setAvatar, form);
    const page = await stage.window({ as: maker });
    await goTo(page, editPath);
    await photographAll(page, 'edit-page-offer');
    await page.getByRole('button', { name: 'Copy picture and bio' }).click();
    expect(await page.getByLabel('Bio').inputValue()).toBe('I sing at sea.');
    await preview(page).locator(`.creator-face img[src="${avatarUrl}"]`).waitFor();

    await page.getByRole('link', { name: 'Request terms' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
    await save(page);
    await waitForText(page, 'Page saved');
    await page.reload();
    await page.getByRole('heading', { name: 'Your page' }).waitFor();
    expect(await page.getByRole('button', { name: 'Copy picture and bio' }).count()).toBe(0);
    const params = { username: maker.username };
    expect(await maker.client.call(getCreator, { params })).toMatchObject({ avatarUrl, description: 'I sing at sea.' });
  });
});
