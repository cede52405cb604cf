import { afterAll, expect, test } from 'vitest';
import { startTranslationService } from '#testing/servers/translation-service.ts';
import { setStage } from './stage.ts';

// cspell:ignore Песня о море

const service = await startTranslationService('a key');
const stage = setStage({ env: { TRANSLATE_URL: service.url, TRANSLATE_API_KEY: 'a key', LOCALES: 'de' } });
afterAll(() => service.close());

test('a reader translates a story in place, goes back, and reads why it failed', async () => {
  const { site } = stage;
  const pool = await site.newPool(await site.member(), await site.creator(), { description: 'Песня о море.' });
  const page = await stage.window();
  await page.goto(pool.canonicalPath);
  const button = page.getByRole('button', { name: 'Translate', exact: true });
  const failure = page.getByText('The translation service doesn’t answer right now. Please try again later.');
  service.answer = (response) => response.writeHead(500).end();
  stage.allow(/503/);
  await button.click();
  await failure.waitFor();
  service.answer = undefined;
  await button.click();
  const translated = page.locator('[lang=en]', { hasText: 'en: Песня о море.' }).last();
  await translated.waitFor();
  await page.getByText('Translated automatically from French').waitFor();
  expect(await failure.count()).toBe(0);
  await page.getByRole('button', { name: 'Show original' }).click();
  await page.getByText('Песня о море.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Show translation' }).click();
  await translated.waitFor();
  expect(service.requests.filter(({ q }) => q === 'Песня о море.')).toHaveLength(2);
});

test('a page in English offers no translation of English, and one in another language does', async () => {
  const { site } = stage;
  const pool = await site.newPool(await site.member(), await site.creator(), { description: 'A song about the sea.' });
  const page = await stage.window();
  await page.goto(pool.canonicalPath, { waitUntil: 'networkidle' });
  expect(await page.getByRole('button', { name: 'Translate', exact: true }).count()).toBe(0);
  await page.goto(`/de${pool.canonicalPath}`, { waitUntil: 'networkidle' });
  const story = page.getByText('A song about the sea.', { exact: true });
  await story.locator('xpath=../following-sibling::div//button').first().click();
  await page.getByText('de: A song about the sea.', { exact: true }).waitFor();
});
