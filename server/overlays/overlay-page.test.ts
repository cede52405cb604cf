import { expect, it } from 'vitest';
import { sourceHash } from '#server/platform/pages/bundle.ts';
import { overlayPage } from './overlay-page.ts';

const fonts = {
  text: '/assets/figtree-latin-wght-normal-01234567.woff2',
  display: '/assets/bricolage-grotesque-latin-wght-normal-01234567.woff2',
  arabic: '/assets/vazirmatn-arabic-wght-normal-01234567.woff2',
};
const page = (id: string | null) => overlayPage({ id, brandName: 'A <brand>', fonts });

it('has at most 15 KB with its script and its style, uncompressed, and loads nothing but fonts', () => {
  const { html } = page('0198e4b9-1f00-7a2b-8c44-5e9d3b7a6c02');
  expect(Buffer.byteLength(html)).toBeLessThanOrEqual(15_000);
  expect(html.match(/(?:src|href)="?[^"]*/g)).toBe(null);
  expect(html.match(/url\("[^"]+"\)/g)).toHaveLength(3);
  expect(html).toContain('<title>A &lt;brand&gt;</title>');
});

it('allows exactly its script and its style', () => {
  for (const id of ['0198e4b9-1f00-7a2b-8c44-5e9d3b7a6c02', null]) {
    const { html, contentPolicy } = page(id);
    const inside = (tag: string) => html.slice(html.indexOf(`<${tag}>`) + tag.length + 2, html.indexOf(`</${tag}>`));
    expect(contentPolicy).toContain(`script-src ${sourceHash(inside('script'))};`);
    expect(contentPolicy).toContain(`style-src ${sourceHash(inside('style'))};`);
    expect(contentPolicy).toContain("default-src 'none'");
    expect(contentPolicy).toContain(`frame-ancestors ${id ? "'none'" : "'self'"}`);
  }
});
