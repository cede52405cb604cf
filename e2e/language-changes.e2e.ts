import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { setLocale } from '#contract/settings.ts';
import { goTo, waitForHydration } from '#testing/browser.ts';
import { eventually } from '#testing/builders.ts';
import { sessionKey } from '#web/data/session-end.ts';
import { setStage } from './stage.ts';

// en-XA has every text with accents and in brackets, so that text without them shows.
const stage = setStage({ env: { LOCALES: 'ar,en-XA' } });

const isPseudo = (text: string | null) => /^\[.*\]$/s.test(text ?? '');
const becomesPseudo = (page: Page) => eventually(() => page.locator('h1').first().textContent(), isPseudo, 5000);
const choose = (page: Page, locale: string) => page.locator(`footer a[hreflang=${locale}]`).click();
const follow = (page: Page, path: string) =>
  page.locator(`a[href="${path}"]`).filter({ visible: true }).first().click();

/** Delays the texts of a language. */
const delay = (page: Page, locale: string, ms: number) =>
  page.route(`**/assets/language/*/${locale}/**`, async (route) => {
    await sleep(ms);
    await route.continue();
  });

describe('a change of language', () => {
  it('also reaches pages that were open before it', async () => {
    const page = await stage.window();
    await goTo(page, '/faq');
    await follow(page, '/creators');
    await page.waitForURL('**/creators');
    await choose(page, 'en-XA');
    await page.waitForURL('**/en-XA/creators');
    await page.goBack();
    await page.waitForURL('**/en-XA/faq');
    await becomesPseudo(page);
    await page.reload();
    await becomesPseudo(page);
  });

  it('back to English also reaches pages that were open in the other language', async () => {
    const page = await stage.window();
    await goTo(page, '/en-XA/faq');
    await page.evaluate(() => ((window as { isSame?: true }).isSame = true));
    await follow(page, '/en-XA/creators');
    await page.waitForURL('**/en-XA/creators');
    await choose(page, 'en');
    await page.waitForURL((url) => url.pathname === '/creators');
    await page.goBack();
    await page.waitForURL((url) => url.pathname === '/faq');
    await eventually(
      () => page.locator('h1').first().textContent(),
      (text) => !isPseudo(text),
      5000,
    );
    // Within the same document.
    expect(await page.evaluate(() => (window as { isSame?: true }).isSame)).toBe(true);
  });

  it('reaches the page to which the person goes meanwhile, and leaves its address', async () => {
    const page = await stage.window();
    await goTo(page, '/creators');
    await delay(page, 'en-XA', 1000);
    await choose(page, 'en-XA');
    await follow(page, '/faq');
    await page.waitForURL((url) => url.pathname === '/faq');
    await page.waitForURL('**/en-XA/faq');
    await becomesPseudo(page);
  });

  it('gives way to a later one', async () => {
    const page = await stage.window();
    await goTo(page, '/creators');
    await delay(page, 'en-XA', 1000);
    await choose(page, 'en-XA');
    await sleep(50);
    await choose(page, 'ar');
    await page.waitForURL('**/ar/creators');
    await sleep(1500);
    expect([new URL(page.url()).pathname, await page.locator('html').getAttribute('lang')]).toEqual([
      '/ar/creators',
      'ar',
    ]);
  });

  it('stays on this site, also where the address begins with two slashes', async () => {
    stage.allow(/404/);
    const page = await stage.window();
    await page.goto(`${stage.site.app.url}/ar//evil.example/`);
    await waitForHydration(page);
    for (const locale of ['en-XA', 'en', 'ar']) {
      await choose(page, locale);
      await page.waitForURL((url) => /^(?:\/en-XA|\/ar|)\/evil\.example\/?$/.test(url.pathname));
      await eventually(
        () => page.locator('html').getAttribute('lang'),
        (lang) => lang === locale,
        5000,
      );
      expect(new URL(page.url()).origin).toBe(stage.site.app.url);
    }
  });
});

describe('a page whose texts do not load', () => {
  it('speaks its language if they load a moment later', async () => {
    stage.allow(/ERR_FAILED/);
    const page = await stage.window();
    let failsUntil = Number.POSITIVE_INFINITY;
    await page.route('**/assets/language/**', (route) => {
      failsUntil = Math.min(failsUntil, Date.now() + 500);
      return Date.now() < failsUntil ? route.abort() : route.continue();
    });
    await page.goto('/en-XA/creators');
    await waitForHydration(page);
    expect(isPseudo(await page.locator('h1').first().textContent())).toBe(true);
    await follow(page, '/en-XA/faq');
    await becomesPseudo(page);
  });

  it('works in English if they never load, until the person chooses the language again', async () => {
    stage.allow(/ERR_FAILED|could not load the texts/);
    const page = await stage.window();
    await page.route('**/assets/language/**', (route) => route.abort());
    await page.goto('/en-XA/creators?q=a#main');
    await page.waitForURL((url) => url.pathname + url.search + url.hash === '/creators?q=a#main');
    await waitForHydration(page);
    expect(isPseudo(await page.locator('h1').first().textContent())).toBe(false);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await page.unroute('**/assets/language/**');
    await choose(page, 'en-XA');
    await page.waitForURL('**/en-XA/creators?q=a#main');
    await becomesPseudo(page);
  });
});

it('takes the page of a person from the screen when their session ends, although no text can be loaded', async () => {
  stage.allow(/ERR_FAILED|could not put the language|401/);
  const member = await stage.site.member('fan');
  await member.client.call(setLocale, { body: { locale: 'en-XA' } });
  const page = await stage.window({ as: member });
  await goTo(page, '/settings');
  await page.route('**/assets/language/**', (route) => route.abort());
  await stage.site.sql`delete from sessions where user_id = ${member.id}`;
  await page.evaluate((key) => window.dispatchEvent(new StorageEvent('storage', { key })), sessionKey);
  await page.waitForURL('**/auth?**');
});

it('shows errors of the API in the language of the page', async () => {
  const { app } = stage.site;
  const html = await (await app.client().raw('GET', '/en-XA/creator/none_of_this_name')).text();
  expect(/"error":\{"code":"not_found","message":"\[Ţ/.test(html)).toBe(true);
});
