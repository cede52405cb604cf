import { expect, it } from 'vitest';
import { escapeJson, renderDocument } from './document.ts';

const site = {
  brandName: 'Fanfare',
  publicUrl: 'https://fanfare.test',
  adultContent: true,
  testCards: true,
  minPledgeCents: 300,
  platformFeePercent: 5,
};
const hostile = '</script><img src=x onerror=alert(1)>&\u2028"';

it('escapes what could end a script element and reads back the same', () => {
  const text = escapeJson({ hostile });
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual({ hostile });
});

it('lets nothing from a page break out of the head', () => {
  const html = renderDocument({
    head: { title: hostile, description: hostile, canonical: '/pool/"><b>' },
    site,
    path: '/',
    theme: null,
    nonce: 'abc',
    assets: { scripts: [], styles: [], preloads: [], fonts: [] },
    body: '',
    state: { site, queries: [[['/api/pools', null], hostile]], error: null },
  });
  expect(html).not.toContain('<img');
  expect(html).not.toContain('<b>');
  expect(html).not.toContain('data-theme');
});
