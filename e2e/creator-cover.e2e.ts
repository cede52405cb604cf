import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { creatorPath } from '#contract/paths.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { keepFallbackFonts, shiftedSoFar } from './layout-shifts.ts';
import { setStage } from './stage.ts';

const stage = setStage();

const picture = (color: string) =>
  sharp({ create: { width: 1600, height: 500, channels: 3, background: color } })
    .png()
    .toBuffer();
const header = (page: Page) => page.getByRole('main').locator('header').first();
const drawing = (page: Page) => header(page).locator('.creator-cover img[alt=""]');
const dialog = (page: Page) => page.getByRole('dialog');

describe('the cover of a creator’s page', () => {
  it.each([1280, 390])(
    'is added, described and removed by the creator, and seen by visitors, %d px wide',
    async (width) => {
      const phone = width < 768;
      const maker = await stage.site.creator();
      const page = await stage.window({ as: maker, width, phone });
      const visitor = await stage.window({ width, phone });
      await keepFallbackFonts(stage, visitor);
      await goTo(page, creatorPath(maker.username));
      await drawing(page).waitFor();
      expect(await axe(page)).toEqual([]);

      await page.getByRole('button', { name: 'Add a cover' }).click();
      expect(await dialog(page).getByRole('button', { name: 'Save cover' }).isDisabled()).toBe(true);
      const file = dialog(page).locator('input[type=file]');
      await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
      await dialog(page).getByRole('alert').waitFor();
      await file.setInputFiles({ name: 'harbor.png', mimeType: 'image/png', buffer: await picture('teal') });
      await dialog(page).getByAltText('Cover preview').waitFor();
      await dialog(page).getByLabel('Description').fill('The harbor at dusk');
      expect(await axe(page)).toEqual([]);
      await dialog(page).getByRole('button', { name: 'Save cover' }).click();
      await waitForText(page, 'Cover saved');
      const cover = (where: Page, name: string) => header(where).getByRole('img', { name });
      await cover(page, 'The harbor at dusk').waitFor();

      await goTo(visitor, creatorPath(maker.username));
      const seen = cover(visitor, 'The harbor at dusk');
      await expect
        .poll(() => seen.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
        .toBe(true);
      expect(await visitor.evaluate(shiftedSoFar)).toBe(0);
      expect(await axe(visitor)).toEqual([]);
      expect(await visitor.getByRole('button', { name: /cover/ }).count()).toBe(0);

      await page.getByRole('button', { name: 'Change cover' }).click();
      await dialog(page).getByLabel('Description').fill('The harbor in the evening');
      await dialog(page).getByRole('button', { name: 'Save cover' }).click();
      await cover(page, 'The harbor in the evening').waitFor();
      await page.getByRole('button', { name: 'Change cover' }).click();
      await dialog(page).getByRole('button', { name: 'Remove cover' }).click();
      await waitForText(page, 'Your page shows a drawing instead.');
      await drawing(page).waitFor();
    },
  );
});
