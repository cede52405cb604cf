import { sourceHash } from '#server/platform/pages/bundle.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';
import { overlayScript } from './overlay-script.ts';
import { overlayStyle } from './overlay-style.ts';

/** The addresses of the site's fonts; without a build, the page uses those of the system. */
export interface OverlayFonts {
  text?: string | undefined;
  display?: string | undefined;
  arabic?: string | undefined;
}

const arabic = 'U+600-6FF,U+750-77F,U+FB50-FDFF,U+FE70-FEFC';

function styleWith(fonts: OverlayFonts): string {
  const face = (family: string, url: string | undefined, range = '') =>
    url
      ? `@font-face{font-family:"${family}";font-weight:200 900;font-display:swap;src:url("${url}")${range && `;unicode-range:${range}`}}\n`
      : '';
  return (
    face('Figtree', fonts.text) + face('Figtree', fonts.arabic, arabic) + face('Display', fonts.display) + overlayStyle
  );
}

export interface OverlayPage {
  html: string;
  contentPolicy: string;
}

/** The page of an overlay: empty, until its script gets what to show. `id`: names its place in the browser's storage; null in the frame of the settings. */
export function overlayPage({
  id,
  brandName,
  fonts,
}: {
  id: string | null;
  brandName: string;
  fonts: OverlayFonts;
}): OverlayPage {
  const style = styleWith(fonts);
  const sources = [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    `script-src ${sourceHash(overlayScript)}`,
    "font-src 'self'",
    id ? "connect-src 'self'" : '',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${id ? "'none'" : "'self'"}`,
  ];
  const html = `<!doctype html>
<html ${id ? `data-id="${id}"` : 'data-preview'}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escapeHtml(brandName)}</title><style>${style}</style></head><body>
<main id="board" hidden><section id="goal"><p id="head"><span id="title" dir="auto"></span><span id="left"></span></p><p id="meter"><i id="fill"></i></p><p id="sum"><span id="figures"><b id="pledged"></b><span id="of"></span><span id="fans"></span></span><b id="percent"></b></p></section><section id="backers"><h2 id="latest"></h2><ul id="list"></ul></section></main>
<div id="alert" role="status" hidden><span id="label"></span><span id="text" dir="auto"></span><b id="amount"></b></div>
<script>${overlayScript}</script></body></html>
`;
  return { html, contentPolicy: sources.filter(Boolean).join('; ') };
}
