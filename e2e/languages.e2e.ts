import { beforeAll, describe, expect, it } from 'vitest';
import { getCurrentUser } from '#contract/accounts.ts';
import type { Locale } from '#contract/language/languages.ts';
import { setLocale } from '#contract/settings.ts';
import { unsubscribeUrl } from '#server/notifications/choices/unsubscribe-token.ts';
import { goTo } from '#testing/browser.ts';
import { eventually } from '#testing/builders.ts';
import type { Member } from '#testing/journeys/http-site.ts';
import { seed, seededRandom } from '#testing/seeded-random.ts';
import { setStage } from './stage.ts';

// en-XA has every text with accents and in brackets, so that text without them shows.
const stage = setStage({ env: { LOCALES: 'ar,en-XA' } });
let fan: Member;
let pseudoFan: Member;

interface Answer {
  status: number;
  location: string | null;
  lang: string | undefined;
  html: string;
  headers: Headers;
}

async function read(path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await stage.site.app.client().raw('GET', path, { headers });
  const html = await response.text();
  const lang = /^<!doctype html><html lang="([^"]*)"/.exec(html)?.[1];
  return { status: response.status, location: response.headers.get('location'), lang, html, headers: response.headers };
}

const cookieOf = ({ client }: Member) => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
const isPseudo = (text: string | null) => /^\[.*\]$/s.test(text ?? '');

async function speaker(locale: Locale): Promise<Member> {
  const member = await stage.site.member('fan');
  await member.client.call(setLocale, { body: { locale } });
  return member;
}

beforeAll(async () => {
  [fan, pseudoFan] = await Promise.all([stage.site.member('fan'), speaker('en-XA')]);
});

describe('the address of a page', () => {
  it.each([
    ['/', 200, 'en', null],
    ['/ar', 200, 'ar', null],
    ['/en-XA/creators', 200, 'en-XA', null],
    ['/ar/', 301, undefined, '/ar'],
    ['/ar/?sort=newest', 301, undefined, '/ar?sort=newest'],
    ['/ar/creators/', 301, undefined, '/ar/creators'],
    ['/ar/Creators', 301, undefined, '/ar/creators'],
    ['/ar//creators', 200, 'ar', null],
    ['/en', 301, undefined, '/'],
    ['/en/creators?page=2', 301, undefined, '/creators?page=2'],
    ['/en//evil.example', 301, undefined, '/evil.example'],
    ['/en/\\evil.example', 301, undefined, '/evil.example'],
    ['/ar//evil.example/', 404, 'ar', null],
    ['/de', 404, 'en', null],
    ['/AR/', 404, 'en', null],
    ['/ar-EG/', 404, 'en', null],
    ['/xx/', 404, 'en', null],
    ['/ar/api/pools', 404, 'ar', null],
    ['/ar/ar', 404, 'ar', null],
    ['/ar/settings', 302, undefined, '/ar/auth?redirect=%2Fsettings'],
  ])('%s answers %i in %s', async (path, status, lang, location) => {
    const answer = await read(path);
    expect([answer.status, answer.lang, answer.location]).toEqual([status, lang, location]);
    if (lang) expect(answer.headers.get('content-language')).toBe(lang);
  });

  it('ignores a language elsewhere, however long', async () => {
    expect(await read(`/ar?lang=${'x'.repeat(8000)}`)).toMatchObject({ status: 200, lang: 'ar' });
    expect(await read(`/?lang=${'ar'.repeat(4000)}`)).toMatchObject({ status: 200, lang: 'en' });
    expect(await read('/.//ar')).toMatchObject({ status: 404, lang: 'en' });
  });

  it('leads a signed-in person from the language to their own pages, which have no language in their address', async () => {
    const cookie = cookieOf(pseudoFan);
    expect(await read('/ar/settings?x=1', { cookie })).toMatchObject({ status: 302, location: '/settings?x=1' });
    expect(await read('/settings', { cookie })).toMatchObject({ status: 200, lang: 'en-XA' });
    expect(await read('/ar/creators', { cookie })).toMatchObject({ status: 200, lang: 'ar' });
  });

  it('tells search engines of each language except the pseudo one', async () => {
    const { html } = await read('/ar/creators');
    const { url } = stage.site.app;
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).toContain(`<link rel="canonical" href="${url}/ar/creators">`);
    expect([...html.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, tag, href]) => [tag, href])).toEqual(
      expect.arrayContaining([
        ['en', `${url}/creators`],
        ['ar', `${url}/ar/creators`],
        ['x-default', `${url}/creators`],
      ]),
    );
    expect(/<link rel="alternate" hreflang="en-XA"/.test(html)).toBe(false);
    const sitemap = (await read('/sitemap-pages.xml')).html;
    expect(sitemap).toContain(`<loc>${url}/ar/creators</loc>`);
    expect(sitemap).toContain(`<xhtml:link rel="alternate" hreflang="ar" href="${url}/ar/creators"/>`);
    expect(sitemap).not.toContain('en-XA');
  });
});

it('the page of an unsubscribe link is in the language of the person who got the email', async () => {
  const { context } = stage.site.app;
  const linkOf = async ({ id }: Member) => {
    const link = new URL(await context.db.tx((tx) => unsubscribeUrl(context, tx, { userId: id, scope: 'pools' })));
    return link.pathname + link.search;
  };
  const [english, pseudo] = await Promise.all([linkOf(fan), linkOf(pseudoFan)]);
  expect(await read(pseudo)).toMatchObject({ status: 302, location: `/en-XA${pseudo}` });
  const page = await read(`/en-XA${pseudo}`);
  expect(page).toMatchObject({ status: 200, lang: 'en-XA' });
  // The person's own pages have no language in their address.
  expect(await read(pseudo, { cookie: cookieOf(pseudoFan) })).toMatchObject({ status: 200, lang: 'en-XA' });
  expect(await read(english)).toMatchObject({ status: 200, lang: 'en' });
  expect(await read(`/ar${pseudo}`)).toMatchObject({ status: 200, lang: 'ar' });
  expect(await read(`${pseudo}x`)).toMatchObject({ location: null, lang: 'en' });
  const press = async (path: string) => (await stage.site.app.client().raw('POST', path)).text();
  expect(isPseudo((await press(pseudo)).trim())).toBe(true);
  expect(await press(english)).toBe('You are unsubscribed.\n');
});

it(`never shows a page in another language than its address or its reader has (seed ${seed})`, async () => {
  const { pick } = seededRandom(seed);
  const cookies = [
    ['', 'en'],
    ['theme=dark; age_verified=1', 'en'],
    ['locale=ar; lang=ar; language=%0d%0aSet-Cookie:x', 'en'],
    ['sid=none', 'en'],
    [cookieOf(fan), 'en'],
    [cookieOf(pseudoFan), 'en-XA'],
    [`theme=light; ${cookieOf(pseudoFan)}`, 'en-XA'],
  ] as const;
  const headers: Record<string, string>[] = [
    {},
    { 'accept-language': 'ar' },
    { 'accept-language': 'en-XA,ar;q=0.5', 'sec-fetch-site': 'cross-site' },
    { 'x-language': 'ar', 'x-original-url': '/ar', 'x-forwarded-prefix': '/ar' },
    { referer: `${stage.site.app.url}/ar/creators`, 'accept-encoding': 'gzip' },
  ];
  const paths = ['/', '/creators', '/browse-tip-pools', '/faq', '/browse-tip-pools?lang=ar', '/auth'];
  const visits = Array.from({ length: 240 }, async () => {
    const prefix = pick(['', '', '/ar', '/en-XA'] as const);
    const [cookie, own] = pick(cookies);
    const path = pick(paths);
    const address = prefix + (prefix && path === '/' ? '' : path);
    const answer = await read(address, { ...pick(headers), ...(cookie ? { cookie } : {}) });
    const wanted = prefix ? prefix.slice(1) : own;
    return { address, cookie, status: answer.status, lang: answer.lang, wanted, location: answer.location };
  });
  const wrong = (await Promise.all(visits)).filter(({ status, lang, wanted }) => status !== 200 || lang !== wanted);
  expect(wrong).toEqual([]);
});

describe('a tab in another language', () => {
  it('stays in it from page to page, and starts without a fault', async () => {
    const page = await stage.window();
    await goTo(page, '/en-XA');
    expect(isPseudo(await page.locator('h1').textContent())).toBe(true);
    await page.locator('a[href="/en-XA/browse-tip-pools"]').first().click();
    await page.waitForURL('**/en-XA/browse-tip-pools');
    await page.locator('a[href="/en-XA/creators"]').filter({ visible: true }).first().click();
    await page.waitForURL('**/en-XA/creators');
    await eventually(
      () => page.locator('link[rel=canonical]').getAttribute('href'),
      (href) => href?.endsWith('/en-XA/creators') === true,
      5000,
    );
    await page.goBack();
    await page.waitForURL('**/en-XA/browse-tip-pools');
    await page.reload();
    expect(await page.locator('html').getAttribute('lang')).toBe('en-XA');
  });

  it('names the built-in categories in it, and keeps their English names in addresses', async () => {
    const page = await stage.window();
    await goTo(page, '/en-XA/creators');
    const music = page.locator('a.pick[href*="category=Music"]');
    expect(await music.textContent()).toMatch(/\[.+\]$/);
    await music.click();
    await page.waitForURL('**/en-XA/creators?category=Music');
  });

  it('changes its language with the page, the draft and the place kept', async () => {
    const page = await stage.window({ height: 500 });
    await goTo(page, '/contact-us');
    const draft = page.locator('textarea');
    await draft.fill('Half a sentence that');
    await page.locator('footer a[hreflang=en-XA]').scrollIntoViewIfNeeded();
    await page.locator('footer a[hreflang=en-XA]').click();
    await page.waitForURL('**/en-XA/contact-us');
    await eventually(() => page.locator('h1').textContent(), isPseudo, 5000);
    expect(await draft.inputValue()).toBe('Half a sentence that');
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
    expect(isPseudo((await page.title()).replace(/ \| Fanfare$/, '').replace(/…$/, ']'))).toBe(true);
    await page.locator('footer a[hreflang=ar]').click();
    await page.waitForURL('**/ar/contact-us');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.locator('footer a[hreflang=en]').click();
    await page.waitForURL((url) => url.pathname === '/contact-us');
    await eventually(
      () => page.locator('h1').textContent(),
      (text) => text === 'Contact us',
      5000,
    );
    expect(await draft.inputValue()).toBe('Half a sentence that');
  });

  it('works without scripts, by plain links', async () => {
    const page = await stage.window({ noJs: true });
    await page.goto('/creators');
    await page.locator('footer a[hreflang=ar]').click();
    await page.waitForURL('**/ar/creators');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  });
});

describe('a person’s language', () => {
  it('is that of the page on which they register', async () => {
    const page = await stage.window();
    await goTo(page, '/en-XA/auth?mode=register');
    const name = `new_${Date.now().toString(36)}`;
    await page.locator('input[name=email]').fill(`${name}@example.org`);
    await page.locator('input[name=username]').fill(name);
    await page.locator('input[name=password]').fill('correct horse 9');
    await page.locator('form button[type=submit].btn-primary').click();
    await page.waitForURL((url) => !url.pathname.includes('/auth'));
    const { sql } = stage.site;
    expect(await sql`select locale from users where username = ${name}`).toEqual([{ locale: 'en-XA' }]);
    await eventually(
      () => page.locator('html').getAttribute('lang'),
      (lang) => lang === 'en-XA',
      5000,
    );
    expect(new URL(page.url()).pathname).not.toContain('en-XA');
  });

  it('is chosen in the settings, and stays after they sign out', async () => {
    const member = await stage.site.member('fan');
    const page = await stage.window({ as: member });
    await goTo(page, '/settings#language');
    await page.locator('input[name=language]').nth(2).click();
    await eventually(
      () => page.locator('html').getAttribute('lang'),
      (lang) => lang === 'en-XA',
      5000,
    );
    expect((await member.client.call(getCurrentUser)).locale).toBe('en-XA');
    expect(new URL(page.url()).pathname).toBe('/settings');
    await page.reload();
    expect(isPseudo(await page.locator('h1').first().textContent())).toBe(true);
  });
});

describe('the offer of a language', () => {
  it('appears once to a browser in a language of the site', async () => {
    const page = await stage.window({ locale: 'ar-EG' });
    await goTo(page, '/creators');
    const offer = page.locator('.toast[lang=ar]');
    await offer.getByRole('button').first().click();
    await page.waitForURL('**/ar/creators');
    await goTo(page, '/faq');
    await page.waitForTimeout(500);
    expect(await offer.count()).toBe(0);
  });

  it('does not appear in other languages', async () => {
    for (const locale of ['en-GB', 'nl']) {
      const page = await stage.window({ locale });
      await goTo(page, '/creators');
      await page.waitForTimeout(500);
      expect(await page.locator('.toast').count()).toBe(0);
    }
  });
});
