import { expect, it } from 'vitest';
import { verbatim } from '#contract/language/text.ts';
import { escapeJson, renderDocument } from './document.ts';

const site = {
  brandName: 'Fanfare',
  locales: ['en' as const],
  publicUrl: 'https://fanfare.test',
  translates: false,
  adultContent: true,
  testCards: true,
  adultTestCards: true,
  minPledgeCents: 300,
  platformFeePercent: 5,
};
const assets = { scripts: [], styles: [], preloads: [], fonts: [], catalogues: '/language/none' };
const hostile = '</script><img src=x onerror=alert(1)>&\u2028"';

it('escapes JSON for a script element and parses back to the same value', () => {
  const text = escapeJson({ hostile });
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual({ hostile });
});

it('escapes hostile titles, descriptions, URLs and data in the document', () => {
  const { html } = renderDocument({
    head: { title: verbatim(hostile), description: verbatim(hostile), canonical: '/pool/"><b>' },
    site,
    path: '/',
    theme: null,
    assets,
    files: [],
    body: '',
    state: { site, queries: [[['/api/pools', null], hostile]], error: null },
  });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('<b>');
  expect(html).not.toContain('data-theme');
});

it('tells people without JavaScript what does not work, outside of the part that scripts render', () => {
  const { html } = renderDocument({
    head: { title: verbatim('Sign in'), description: verbatim('') },
    site,
    path: '/auth',
    theme: null,
    assets,
    files: [],
    body: '<main></main>',
    state: { site, queries: [], error: null },
  });
  expect(html).toMatch(/<body><noscript>.*need JavaScript.*<\/noscript><div id="app"><main>/);
});
