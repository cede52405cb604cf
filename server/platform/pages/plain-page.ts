import { directionOf } from '#contract/language/languages.ts';
import { currentLocale } from '#contract/language/text.ts';
import { escapeHtml } from './html.ts';

export interface PlainPage {
  title: string;
  heading: string;
  /** A sentence or two. */
  text: string;
  /** The label of a link that opens the same URL again; omitted without one. */
  again?: string;
  /** The visitor's choice. Without one the page follows the system. */
  theme?: 'light' | 'dark' | null;
  /** The nonce of the page's Content-Security-Policy. */
  nonce?: string;
  script?: string;
}

const dark = '--page:#1a0e19;--ink:#f7efe4;--muted:#c2aebd;--ring:#f0b12b;color-scheme:dark';

const style = `:root{--page:#fdf8ef;--ink:#2f1a2b;--muted:#6b5566;--ring:#8a5a06;color-scheme:light}
:root[data-theme=dark]{${dark}}
@media(prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--page);color:var(--ink);font:17px/1.55 Figtree,system-ui,sans-serif;text-align:center}
main{max-width:30rem;padding:2rem 1.25rem}h1{margin:1.2rem 0 .6rem;font-size:2rem;line-height:1.1;letter-spacing:-.02em;text-wrap:balance}p{margin:0 0 1.6rem;color:var(--muted);text-wrap:balance}
a{display:inline-block;padding:.8rem 1.3rem;border-radius:11px;background:#f0b12b;color:#2b1a05;font-weight:700;text-decoration:none}
a:focus-visible{outline:3px solid var(--ring);outline-offset:2px}`;

const brandMark =
  '<svg width="92" height="74" viewBox="0 0 92 74" fill="none" stroke-width="7" stroke-linecap="round" aria-hidden="true"><path d="M46 64 10 38" stroke="#f0504f"/><path d="M46 64 25 17M46 64 46 9M46 64 67 17" stroke="#eead22"/><path d="M46 64 82 38" stroke="#008f88"/><circle cx="46" cy="64" r="7" fill="currentColor"/></svg>';

/** A fallback page that loads no stylesheet, picture or script, and needs neither the database nor the build. */
export function plainPage({ title, heading, text, again, theme, nonce, script }: PlainPage): string {
  const marked = nonce ? ` nonce="${nonce}"` : '';
  const locale = currentLocale();
  return `<!doctype html><html lang="${locale}" dir="${directionOf(locale)}"${theme ? ` data-theme="${theme}"` : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style${marked}>
${style}
</style></head><body><main>${brandMark}
<h1>${escapeHtml(heading)}</h1><p>${escapeHtml(text)}</p>${again ? `<a href="">${escapeHtml(again)}</a>` : ''}</main>${script ? `<script${marked}>${script}</script>` : ''}</body></html>`;
}

/** The theme that the visitor chose on this site. */
export function themeOf(cookies: string | undefined): 'light' | 'dark' | null {
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies ?? '')?.[1];
  return theme === 'light' || theme === 'dark' ? theme : null;
}
