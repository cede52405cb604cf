import { expect, it } from 'vitest';
import { paths } from '#contract/paths.ts';
import { axe, goTo, waitForHydration } from '#testing/browser.ts';
import { photographAll } from './photograph-all.ts';
import { setStage } from './stage.ts';

const stage = setStage();

it('folds the questions, finds them by words, and opens the one in the address', async () => {
  const page = await stage.window({ width: 390, height: 844, phone: true });
  await goTo(page, paths.faq);
  const answers = page.locator('.question > p:not(.question-link):visible');
  expect(await answers.count()).toBe(0);
  expect(await page.locator('.question').count()).toBeGreaterThan(12);
  await page.getByRole('heading', { name: 'Can I withdraw my pledge?' }).click();
  await page.getByText('Yes, until we start charging cards.').waitFor();
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'faq');
  await page.setViewportSize({ width: 390, height: 844 });

  const search = page.getByRole('searchbox', { name: 'Search the questions' });
  await search.fill('declined card');
  await expect.poll(() => answers.count()).toBe(1);
  await page.getByText('1 question', { exact: true }).waitFor();
  await page.getByText('Pay Now').waitFor();
  await search.fill('zebra');
  await page.getByText('No answer has all of these words.').waitFor();
  expect(await axe(page)).toEqual([]);
  await search.fill('?');
  await expect.poll(() => page.locator('.question').count()).toBeGreaterThan(12);
  expect(await page.getByText(/^\d+ questions?$/).count()).toBe(0);
  await search.fill('');

  await page.emulateMedia({ media: 'print' });
  expect(await answers.count()).toBe(await page.locator('.question').count());
  await page.emulateMedia({ media: 'screen' });

  const question = page.locator('#what-if-the-creator-never-delivers');
  await page.goto(`${paths.faq}#what-if-the-creator-never-delivers`);
  await page.reload();
  await question.getByText('everyone is refunded in full automatically').waitFor();
  await expect
    .poll(() => question.evaluate((element) => Math.round(element.getBoundingClientRect().top)))
    .toBeLessThan(200);

  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.goto(`${paths.faq}#%`);
  await page.reload();
  await waitForHydration(page);
  expect(errors).toEqual([]);

  // From another page, without a reload.
  await goTo(page, paths.howItWorks);
  await page.evaluate((path) => {
    const link = Object.assign(document.createElement('a'), { href: path, textContent: 'link' });
    document.querySelector('main')?.prepend(link);
  }, `${paths.faq}#who-sees-what-i-pledge`);
  await page.getByText('link', { exact: true }).click();
  await page.locator('#who-sees-what-i-pledge[open]').waitFor();
});

it('draws the steps of how it works', async () => {
  const page = await stage.window({ width: 1440, height: 900 });
  await goTo(page, paths.howItWorks);
  expect(await page.locator('.article .vignette').count()).toBe(3);
  expect(await axe(page)).toEqual([]);
  await photographAll(page, 'how-it-works');
});
