import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { directionOf, type Locale } from '#contract/language/languages.ts';
import { addressIn } from '#contract/language/localized-path.ts';
import { type Text, t } from '#contract/language/text.ts';
import type { Pool } from '#contract/pools/pools.ts';
import { formatMoney } from '#contract/values/money.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import { axe, goTo, waitForHydration, waitForText } from '#testing/browser.ts';
import { eventually } from '#testing/builders.ts';
import { type CreatorMember, cards, password } from '#testing/journeys/http-site.ts';
import { markupFaults } from '#testing/markup.ts';
import { readOutbox } from '#testing/outbox.ts';
import { setStage } from './stage.ts';

/** From the first visit to the delivery, by the words on the screen, in three languages. */
const stage = setStage({ env: { LOCALES: 'de,ar,ja' } });
let creator: CreatorMember;

beforeAll(async () => {
  creator = await stage.site.creator();
});

const words = {
  discover: () => t`Discover pools`,
  pledge: () => t`Pledge ${{ amount: formatMoney(10_00) }}`,
  username: () => t`Username`,
  available: () => t`Username is available`,
  email: () => t`Email`,
  password: () => t`Password`,
  register: () => t`Create account`,
  card: () => t`Card number`,
  expiry: () => t`Expiry`,
  code: () => t`Security code`,
  save: () => t`Save card`,
  back: () => t`Back to the pool`,
  pledged: () => t`You pledged ${{ amount: formatMoney(10_00) }}`,
};

/** Checks what a page in a language must be, besides its words. */
async function checkPage(page: Page, locale: Locale): Promise<void> {
  const root = page.locator('html');
  expect(await root.getAttribute('lang')).toBe(locale);
  expect((await root.getAttribute('dir')) ?? 'ltr').toBe(directionOf(locale));
  // The signs at the end of Japanese sentences have their space within.
  expect(await page.getByText(/[。！？] \S/).allTextContents()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await axe(page)).toEqual([]);
}

it.each(['de', 'ar', 'ja'] as const)('a newcomer pledges and gets the delivery in %s', async (locale) => {
  const { site } = stage;
  const { languages } = site.app.context;
  const say = (text: () => Text) => inLanguage(languages.of(locale), text);
  const title = `A tour of the clock tower, ${locale}`;
  const pool: Pool = await site.newPool(await site.member('owner'), creator, { title, fundingGoal: 30_00 });
  const name = `new_${randomBytes(4).toString('hex')}`;
  const email = `${name}@example.org`;
  const page = await stage.window();

  await goTo(page, addressIn(locale, '/'));
  await checkPage(page, locale);
  await page.getByRole('link', { name: say(words.discover) }).click();
  await page.waitForURL(`**${addressIn(locale, '/browse-tip-pools')}`);
  await page.getByRole('main').getByRole('link', { name: title }).first().click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await waitForHydration(page);
  await checkPage(page, locale);
  await page
    .getByRole('main')
    .getByRole('link', { name: say(words.pledge), exact: true })
    .click();

  await page.waitForURL(`**${addressIn(locale, '/auth')}?**`);
  await page.getByLabel(say(words.username)).fill(name);
  await waitForText(page, say(words.available));
  await page.getByLabel(say(words.email), { exact: true }).fill(email);
  await page.getByLabel(say(words.password), { exact: true }).fill(password);
  await page.getByRole('button', { name: say(words.register), exact: true }).click();
  await page.waitForURL(`**${pool.canonicalPath}?amount=1000`);
  await waitForHydration(page);
  await page
    .getByRole('main')
    .getByRole('button', { name: say(words.pledge), exact: true })
    .click();

  await page.waitForURL('**/sandbox/checkout/**');
  expect(await page.locator('html').getAttribute('lang')).toBe(locale);
  await page.getByLabel(say(words.card)).fill(cards.pays);
  await page.getByLabel(say(words.expiry)).fill('12/34');
  await page.getByLabel(say(words.code)).fill('123');
  await page.getByRole('button', { name: say(words.save) }).click();
  await page.waitForURL('**/payment/success?pledge=*');
  await waitForHydration(page);
  await page.getByRole('link', { name: say(words.back) }).click();
  await waitForText(page, say(words.pledged));

  await site.pledge(await site.member('other'), pool, 20_00);
  await site.accept(creator, pool);
  await site.poolIs(pool.id, 'in_production');
  await site.deliver(creator, pool, { text: 'The bells ring twice.' });
  await site.review(pool);
  await site.poolIs(pool.id, 'delivered');
  await goTo(page, pool.canonicalPath);
  await waitForText(page, 'The bells ring twice.');
  await checkPage(page, locale);
  const mails = await eventually(
    () => readOutbox(site.app, email),
    ({ length }) => length >= 3,
    15_000,
  );
  for (const { html, subject } of mails) {
    expect(html, subject).toContain(`<html lang="${locale}"`);
    expect(html?.includes('dir="rtl"'), subject).toBe(directionOf(locale) === 'rtl');
  }
});

it('serves valid documents in Arabic', async () => {
  for (const path of ['/ar', '/ar/browse-tip-pools', '/ar/creators', '/ar/auth', '/ar/faq', '/ar/terms-of-service']) {
    const response = await stage.site.app.client().raw('GET', path);
    expect(await markupFaults(await response.text()), path).toEqual([]);
  }
});
