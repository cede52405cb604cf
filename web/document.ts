import type { Site } from '#contract/site.ts';
import { descriptionOf, type Head, keywordsOf, titleOf } from './data/head.ts';

/** Addresses of the built files that a page needs. */
export interface PageAssets {
  scripts: string[];
  styles: string[];
  /** The route's chunks, to fetch beside the entry. */
  preloads: string[];
  fonts: string[];
  /** Development only: React's refresh preamble. */
  preamble?: string;
}

/** What the browser needs to take over where the server left. */
export interface PageState {
  site: Site;
  queries: [key: readonly [string, unknown], data: unknown][];
  loaderData: Record<string, unknown>;
  errors: Record<string, { code: string; message: string }> | null;
}

export interface DocumentParts {
  head: Head;
  site: Site;
  path: string;
  theme: 'light' | 'dark' | null;
  nonce: string;
  assets: PageAssets;
  body: string;
  state: PageState;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** JSON for inside a script element: no character in it can end the element or break a line of script. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const absolute = (site: Site, path: string) => (path.startsWith('/') ? site.publicUrl + path : path);

function metaTags({ head, site, path, theme }: DocumentParts): string {
  const title = escapeHtml(titleOf(head, site));
  const description = escapeHtml(descriptionOf(head, site));
  const canonical = escapeHtml(site.publicUrl + (head.canonical ?? path));
  const image = escapeHtml(absolute(site, head.image ?? '/share.png'));
  const colours = theme
    ? `<meta name="theme-color" content="${theme === 'dark' ? '#1a0e19' : '#fdf8ef'}">`
    : '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdf8ef"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a0e19">';
  return [
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    `<meta name="keywords" content="${escapeHtml(keywordsOf(descriptionOf(head, site)).join(', '))}">`,
    `<meta name="robots" content="${head.noindex || head.adult ? 'noindex' : 'index, follow'}">`,
    head.adult ? '<meta name="rating" content="RTA-5042-1996-1400-1577-RTA">' : '',
    `<link rel="canonical" href="${canonical}">`,
    `<meta property="og:site_name" content="${escapeHtml(site.brandName)}"><meta property="og:type" content="website">`,
    `<meta property="og:title" content="${title}"><meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${canonical}"><meta property="og:image" content="${image}">`,
    `<meta name="twitter:card" content="summary_large_image">`,
    colours,
  ].join('');
}

function links({ assets, nonce }: DocumentParts): string {
  return [
    ...assets.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...assets.preloads.map((href) => `<link rel="modulepreload" nonce="${nonce}" href="${href}">`),
    assets.preamble ? `<script type="module" nonce="${nonce}">${assets.preamble}</script>` : '',
    ...assets.scripts.map((src) => `<script type="module" nonce="${nonce}" src="${src}"></script>`),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest">',
  ].join('');
}

/** The whole document around the rendered page. The theme needs no script: without a choice the stylesheet follows the system. */
export function renderDocument(parts: DocumentParts): string {
  const { head, nonce, theme, body, state } = parts;
  const jsonLd = head.jsonLd
    ? `<script type="application/ld+json" nonce="${nonce}">${escapeJson(head.jsonLd)}</script>`
    : '';
  return `<!doctype html><html lang="en"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta property="csp-nonce" nonce="${nonce}">${metaTags(parts)}${links(parts)}${jsonLd}</head><body><div id="app">${body}</div><script type="application/json" id="state" nonce="${nonce}">${escapeJson(state)}</script></body></html>`;
}
