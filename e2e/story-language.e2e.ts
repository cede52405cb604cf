import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { poolTabPath } from '#contract/pools/pool-path.ts';
import { postUpdate } from '#contract/updates.ts';
import { goTo } from '#testing/browser.ts';
import { setStage } from './stage.ts';

// cspell:ignore Lied über Meer bitte nur mit Gitarre und Stimme ohne Schlagzeug Danke für eure Unterstützung fast fertig

const stage = setStage({ env: { LOCALES: 'de' } });

it('marks what people wrote with its language, if that is not the language of the page', async () => {
  const { site } = stage;
  const creator = await site.creator();
  const story = 'Bitte nur mit Gitarre und Stimme, ohne Schlagzeug.';
  const pool = await site.newPool(await site.member(), creator, {
    title: 'Ein Lied über das Meer',
    description: story,
  });
  expect(pool.language).toBe('de');
  const content = 'Danke für eure Unterstützung, das Lied ist fast fertig.';
  const body = { content, audience: 'everyone' as const, requestKey: randomUUID() };
  expect((await creator.client.call(postUpdate, { params: { id: pool.id }, body })).language).toBe('de');

  const read = async (path: string) => (await site.visitor().client.raw('GET', path)).text();
  const html = await read(pool.canonicalPath);
  expect(html).toMatch(/<h1 class="[^"]*" dir="auto" lang="de">/);
  expect(html).toMatch(/<div lang="de"><div class="[^"]*"><p class="[^"]*" dir="auto">Bitte nur/);
  expect(await read(`/de${pool.canonicalPath}`)).not.toMatch(/<(?:h1|div)[^>]* lang="/);
  expect(await read(poolTabPath(pool.canonicalPath, 'updates'))).toMatch(/<div lang="de"><p [^>]*><span>Danke/);

  const page = await stage.window();
  await goTo(page, '/browse-tip-pools');
  await page.locator(`a[href="${pool.canonicalPath}"]`).first().click();
  await page.locator('h1[lang=de]', { hasText: pool.title }).waitFor();
  await page.locator('[lang=de] p', { hasText: story }).waitFor();
  await page.locator('footer a[hreflang=de]').click();
  await page.waitForURL(`**/de${pool.canonicalPath}`);
  await page.locator('h1:not([lang])', { hasText: pool.title }).waitFor();
});
