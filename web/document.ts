import { directionOf } from '#contract/language/languages.ts';
import { currentLanguage, sentenceSpace, t } from '#contract/language/text.ts';
import type { PageAssets, Theme } from '#contract/page-renderer.ts';
import type { Site } from '#contract/site.ts';
import { trackingParameter } from '#contract/values/tracking.ts';
import { type Head, titleOf } from './data/head.ts';
import { type HeadTag, headTags } from './data/head-tags.ts';
import type { CachedQuery } from './data/query.ts';
import { catalogueOf, type TabLanguage } from './data/tab-language.ts';
import { markTypedFields } from './data/typed-fields.ts';
import { keepEarlyClicks } from './early-clicks.ts';

/** The state that the server sends with a page, for hydration. */
export interface PageState {
  site: Site;
  language: TabLanguage;
  queries: CachedQuery[];
  /** The reason why the page could not be shown. */
  error: { code: string; message: string; details: { reference?: string | undefined } } | null;
}

export interface DocumentParts {
  head: Head;
  site: Site;
  path: string;
  theme: Theme;
  /** Development only. */
  nonce?: string | undefined;
  assets: PageAssets;
  /** The modules that the page needs besides the entry. */
  files: readonly string[];
  body: string;
  /** A text among the queries marks a place that is filled later. */
  state: Omit<PageState, 'queries' | 'language'> & { queries: (CachedQuery | string)[] };
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** Escapes JSON for a script element: no character in it can close the element or end a line of script. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const languageOf = ({ catalogues }: PageAssets): TabLanguage => {
  const { locale = 'en', prefix = '' } = currentLanguage() ?? {};
  return { locale, prefix, catalogues };
};

/** The modules that a page in the language of the moment needs to start. */
export const languageFiles = (): string[] => (currentLanguage() ? ['web/data/start-language.ts'] : []);

const renderTag = ({ element, attributes }: HeadTag) =>
  `<${element}${Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('')}>`;

function metaTags({ head, site, path, theme }: DocumentParts): string {
  const colors = theme
    ? `<meta name="theme-color" content="${theme === 'dark' ? '#1a0e19' : '#fdf8ef'}">`
    : '<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fdf8ef"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a0e19">';
  const tags = headTags(head, site, path).map(renderTag);
  return `<title>${escapeHtml(titleOf(head, site))}</title>${tags.join('')}${colors}`;
}

function links({ assets, files }: DocumentParts): string {
  const { locale } = languageOf(assets);
  const catalogues = locale === 'en' ? [] : ['base', ...files.flatMap((file) => catalogueOf(file) ?? [])];
  return [
    assets.inlineCss ? `<style>${assets.inlineCss}</style>` : '',
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...assets.fonts.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`),
    ...catalogues.map(
      (name) => `<link rel="preload" as="fetch" crossorigin href="${assets.catalogues}/${locale}/${name}.json">`,
    ),
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png"><link rel="manifest" href="/manifest.webmanifest' +
      `${locale === 'en' ? '' : `?lang=${locale}`}">`,
  ].join('');
}

/** Removes the parameters that other sites add to links, because the server renders the page without them. */
const cleanAddress = `{const q=location.search.slice(1),kept=q.split("&").filter(p=>!/${trackingParameter.source}/.test(p)).join("&");if(kept!==q)history.replaceState(history.state,"",location.pathname+(kept&&"?"+kept)+location.hash)}`;

const earlyListeners = `(${keepEarlyClicks})();(${markTypedFields})();`;

/**
 * The text of the inline script. It adds the module scripts and runs only after the stylesheets have loaded, so on a slow connection
 * the styles and the first picture arrive before the scripts. Separate script elements run as separate tasks instead of one long task,
 * and they delay the load event. The Content-Security-Policy allows the text by its hash, and whatever it adds by 'strict-dynamic'.
 */
function startScript({ preloads, scripts }: PageAssets): string {
  const all = escapeJson([...preloads, ...scripts]);
  return `${earlyListeners}${cleanAddress}for(const src of ${all})document.head.append(Object.assign(document.createElement("script"),{type:"module",src}))`;
}

/** In development the scripts follow Vite's preamble in order. Vite reads the nonce from the meta element. */
function developmentScripts({ scripts, preamble }: PageAssets, nonce = ''): string {
  const inOrder = scripts.map((src) => `<script type="module" nonce="${nonce}" src="${src}"></script>`);
  return `<meta property="csp-nonce" nonce="${nonce}"><script nonce="${nonce}">${earlyListeners}</script><script type="module" nonce="${nonce}">${preamble}</script>${inOrder.join('')}`;
}

/** Outside of the app's root, so that no script contains it. Its colors follow the theme. */
const noScriptBanner = () =>
  `<noscript><p class="border-b border-line bg-accent-wash px-4 py-3 text-center" role="note" data-nosnippet><strong>${escapeHtml(t`JavaScript is turned off in this browser.`)}</strong>${sentenceSpace()}${escapeHtml(t`You can read this site, but pledging and most forms need JavaScript.`)}</p></noscript>`;

/**
 * The whole document around the rendered page, with the text of its inline script. The theme needs no script: without a choice the
 * stylesheet follows the system. The document is the same for the same parts, so that caches may share it.
 */
export function renderDocument(parts: DocumentParts): { html: string; script: string } {
  const { head, assets, nonce, theme, body, state } = parts;
  const script = assets.preamble ? '' : startScript(assets);
  const scripts = assets.preamble ? developmentScripts(assets, nonce) : `<script>${script}</script>`;
  const jsonLd = head.jsonLd ? `<script type="application/ld+json">${escapeJson(head.jsonLd)}</script>` : '';
  const language = languageOf(assets);
  const direction = directionOf(language.locale);
  const html = `<!doctype html><html lang="${language.locale}"${direction === 'rtl' ? ' dir="rtl"' : ''}${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${metaTags(parts)}${links(parts)}${jsonLd}</head><body>${noScriptBanner()}<div id="app">${body}</div><script type="application/json" id="state">${escapeJson({ ...state, language })}</script>${scripts}</body></html>`;
  return { html, script };
}
