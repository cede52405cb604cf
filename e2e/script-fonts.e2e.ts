import { expect, it } from 'vitest';
import { waitForHydration } from '#testing/browser.ts';
import { setStage } from './stage.ts';

const stage = setStage();

/** The fonts that a page downloads, by the beginning of their file's name. */
async function fontsOf(path: string): Promise<string[]> {
  const page = await stage.window({ width: 1440, height: 900 });
  const fonts: string[] = [];
  page.on('request', (request) => {
    const name = /([^/]+)-wght-normal[^/]*\.woff2/.exec(request.url())?.[1];
    if (name) fonts.push(name);
  });
  await page.goto(path);
  await waitForHydration(page);
  await page.evaluate(() => document.fonts.ready);
  return [...new Set(fonts)].sort();
}

// In this order: a page may also show the titles of the pools before.
it('a page in English downloads two fonts, and those of other scripts where they occur', async () => {
  const { site } = stage;
  const [fan, creator] = [await site.member(), await site.creator()];
  const pathOf = async (title: string) => (await site.newPool(fan, creator, { title })).canonicalPath;
  const latin = ['bricolage-grotesque-latin', 'figtree-latin'];
  expect(await fontsOf(await pathOf('A song, “Łódź” 1 👩‍🎤 日本語'))).toEqual(latin);
  expect(await fontsOf(await pathOf('Ζωντανό άλμπουμ'))).toEqual([...latin, 'manrope-greek']);
  expect(await fontsOf(await pathOf('Живой альбом'))).toContain('manrope-cyrillic');
  expect(await fontsOf(await pathOf('ألبوم مباشر'))).toContain('vazirmatn-arabic');
});
