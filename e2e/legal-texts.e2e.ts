import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { setLocale } from '#contract/settings.ts';
import { axe, goTo, waitForText } from '#testing/browser.ts';
import { setStage } from './stage.ts';

// cspell:disable

const folder = mkdtempSync(join(tmpdir(), 'fanfare-legal-'));
const write = (locale: string, name: string, content: string) => {
  mkdirSync(join(folder, locale), { recursive: true });
  writeFileSync(join(folder, locale, `${name}.md`), content);
};
write(
  'de',
  'terms-of-service',
  `Translates: 2026-01-01

## Vereinbarung mit {operator}

Die Gebühr beträgt **{fee}**, siehe [Cookies](/cookie-policy).

- Zahlung in {response}

| Was | Kosten |
|---|---|
| Pool | {minPledge} |

{contact}
`,
);
write('de', 'copyright', 'Translates: 2026-11-22\n\n## Regel\n\nSiehe [unten](#form).\n\n## Formular\n\n{form}\n');
const stage = setStage({ env: { LOCALES: 'de,ar', LEGAL_FOLDER: folder, OPERATOR_NAME: 'Brass & <Band>' } });
afterAll(() => rmSync(folder, { recursive: true }));

const read = async (path: string) => (await stage.site.app.client().raw('GET', path)).text();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name });
const followInFooter = (page: Page, path: string) => page.locator(`footer a[href="${path}"]`).first().click();

it('shows a translation in its language only, with the values of the site, as HTML and in the browser', async () => {
  const html = await read('/de/terms-of-service');
  expect(html).toContain('>Vereinbarung mit Brass &amp; &lt;Band&gt;</h2>');
  expect(html).toMatch(/Die Gebühr beträgt <b>5\s%<\/b>/);
  expect(html).toContain('href="/de/cookie-policy"');
  expect(html).toContain('href="/de/terms-of-service?text=en"');
  expect(html).not.toContain('>This agreement</h2>');
  for (const path of ['/terms-of-service', '/ar/terms-of-service', '/de/terms-of-service?text=en']) {
    const other = await read(path);
    expect(other).toContain('>This agreement</h2>');
    expect(other).not.toContain('>Vereinbarung');
  }
  // Without a translation nothing changes.
  const ccpa = await read('/de/ccpa');
  expect(ccpa).toContain('<section aria-labelledby="notice" lang="en" dir="ltr">');
  expect(ccpa).not.toContain('?text=en');

  const page = await stage.window({ locale: 'de' });
  await goTo(page, '/de/terms-of-service');
  await heading(page, 'Vereinbarung mit Brass & <Band>').waitFor();
  expect(await page.locator('.article-text section').first().getAttribute('lang')).toBeNull();
  await page
    .getByRole('cell', { name: '3,00' })
    .or(page.getByRole('cell', { name: '3 $' }))
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  // It translates an older text.
  await waitForText(page, 'Der englische Text wurde seit dieser Übersetzung geändert.');
  await page.getByRole('link', { name: 'englischen Text' }).click();
  await heading(page, 'This agreement').waitFor();
  expect(await page.locator('.article-text section').first().getAttribute('lang')).toBe('en');
  await page.getByRole('link', { name: 'Übersetzung lesen' }).click();
  await heading(page, 'Vereinbarung mit Brass & <Band>').waitFor();
});

it('follows a person between pages and languages, and keeps the half-written form of the page Copyright', async () => {
  const page = await stage.window();
  await goTo(page, '/faq');
  await followInFooter(page, '/copyright');
  await heading(page, 'Sending a notice').waitFor();
  const work = page.locator('#form ~ div textarea').first();
  await work.fill('My song');
  await page.locator('footer a[hreflang=de]').click();
  await page.waitForURL('**/de/copyright');
  await heading(page, 'Regel').waitFor();
  expect(await page.locator('#form').textContent()).toBe('Formular');
  expect(await work.inputValue()).toBe('My song');
  await followInFooter(page, '/de/terms-of-service');
  await heading(page, 'Vereinbarung mit Brass & <Band>').waitFor();
});

it('shows a signed-in person the translation in their language', async () => {
  const fan = await stage.site.member('fan');
  await fan.client.call(setLocale, { body: { locale: 'de' } });
  const page = await stage.window({ as: fan });
  await goTo(page, '/terms-of-service');
  await heading(page, 'Vereinbarung mit Brass & <Band>').waitFor();
});
