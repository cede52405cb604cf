import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { errorStatuses } from '#contract/app-error.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { errorMessages } from '#contract/errors.ts';
import { inEnglish } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';
import { errorsOf, jsonSchema } from './api-schemas.ts';
import type { Route } from './request-context.ts';
import { headersOfPage } from './security-headers.ts';

/** The style of /api/docs and the pages below it: the colors of the site (web/styles/tokens.css) without its fonts and scripts. */
const docsStyle = `:root{color-scheme:light dark;--paper:light-dark(oklch(0.982 0.013 85),oklch(0.185 0.032 325));--surface:light-dark(oklch(1 0.004 85),oklch(0.228 0.038 325));
--line:light-dark(oklch(0.905 0.018 80),oklch(0.325 0.042 325));--ink:light-dark(oklch(0.25 0.045 330),oklch(0.955 0.014 80));--muted:light-dark(oklch(0.47 0.035 330),oklch(0.765 0.028 335));
--accent:light-dark(oklch(0.5 0.115 66),oklch(0.83 0.15 84))}
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:0 auto;padding:2.5rem 1.25rem 4rem;background:var(--paper);color:var(--ink)}
h1{font-size:2rem;line-height:1.1;margin:0 0 .75rem}h2{font-size:1.15rem;margin:2.25rem 0 .6rem}h3{font-size:.9rem;margin:1rem 0 .4rem}p{max-width:42rem;margin:0;color:var(--muted)}a{color:var(--accent)}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}
nav{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:1.5rem}nav a{padding:.5rem .8rem;border-radius:99px;box-shadow:inset 0 0 0 1px var(--line);color:var(--ink);font-size:.9rem;font-weight:600;text-decoration:none}
section{scroll-margin-top:1rem}details,.call{background:var(--surface);border:1px solid var(--line);border-top-width:0}h2+:is(details,.call){border-top-width:1px;border-radius:.9rem .9rem 0 0}
section>:last-child{border-radius:0 0 .9rem .9rem}h2+section>:last-child{border-radius:.9rem}
summary,.call{display:grid;grid-template-columns:4.5rem minmax(0,1fr) auto;gap:.1rem .75rem;padding:.7rem 1rem;cursor:pointer;list-style:none;color:inherit;text-decoration:none}summary::-webkit-details-marker{display:none}
summary:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
summary b,.call b{font-size:.8rem;line-height:1.5rem;color:var(--accent)}summary code,.call code{overflow-wrap:anywhere;font-weight:600}summary i,.call i{font-style:normal;font-size:.8rem;color:var(--muted)}
summary span,.call span{grid-column:2/-1;font-size:.9rem;color:var(--muted)}details>div{scroll-margin-top:6rem;padding:0 1rem 1rem;border-top:1px solid var(--line)}
pre{overflow:auto;margin:0;padding:.75rem;border-radius:.6rem;background:var(--paper)}ul{margin:0;padding-left:1.2rem;font-size:.9rem}
@media(max-width:40rem){nav{flex-wrap:nowrap;overflow-x:auto;margin-inline:-1.25rem;padding:.1rem 1.25rem}nav a{white-space:nowrap}summary,.call{grid-template-columns:minmax(0,1fr) auto}summary code,.call code{grid-column:1/-1;grid-row:2}summary span,.call span{grid-column:1/-1}}`;

export const docsPath = '/api/docs';
export const groupPath = (name: string): string => `${docsPath}/${name}`;

/** A hash instead of a nonce, so that everyone gets the same bytes. */
const styleHash = `'sha256-${createHash('sha256').update(docsStyle).digest('base64')}'`;
export const docsHeaders = headersOfPage({ script: '', style: styleHash }, false);

export type Group = readonly [name: string, members: readonly Route[]];

/** The calls by the part of their path after /api/, sorted. */
export function groupsOf(routes: readonly Route[]): Group[] {
  const sorted = [...routes].sort((a, b) => a.endpoint.path.localeCompare(b.endpoint.path));
  return [...Map.groupBy(sorted, ({ endpoint }) => endpoint.path.split('/')[2] ?? 'api')];
}

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${docsStyle}</style></head>
<body>${body}</body></html>`;

const idOf = ({ method, path }: AnyEndpoint): string => `${method.toLowerCase()}${path.replaceAll(/\W+/g, '-')}`;

const lineOf = ({ method, path, who, scope, summary }: AnyEndpoint): string =>
  `<b>${method}</b><code>${escapeHtml(path)}</code><i>${scope ? `${who} · ${scope}` : who}</i><span>${escapeHtml(summary)}</span>`;

/** The page that lists all calls. Their schemas are on the pages of their groups, because all together are 1.8 MB. */
export function docsContents(groups: readonly Group[], title: string): string {
  const contents = groups.map(([name]) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`);
  const sections = groups.map(([name, members]) => {
    const lines = members.map(
      ({ endpoint }) =>
        `<a class="call" href="${escapeHtml(groupPath(name))}#${idOf(endpoint)}">${lineOf(endpoint)}</a>`,
    );
    return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${lines.join('\n')}</section>`;
  });
  return page(
    `${title} API`,
    `<h1>${escapeHtml(title)} API</h1><p>JSON with a session cookie, or with an API token for calls that name a scope; amounts are integer US cents; every refusal is <code>{code, message}</code> in English, and also in the language that the header <code>x-language</code> names. The same list for machines: <a href="/api/openapi.json">openapi.json</a>. For a first call and examples, see <a href="${paths.developers}">Developers</a>.</p>
<nav aria-label="Groups">${contents.join(' ')}</nav>
<main>${sections.join('\n')}</main>`,
  );
}

/** Browsers open the details when an address names their content by its id. */
function entryOf({ endpoint }: Route): string {
  const show = (label: string, schema: z.ZodType | undefined, io: 'input' | 'output') =>
    schema ? `<h3>${label}</h3><pre>${escapeHtml(JSON.stringify(jsonSchema(schema, io), null, 2))}</pre>` : '';
  const errors = errorsOf(endpoint).map(
    (code) => `<li><code>${errorStatuses[code]} ${code}</code> ${escapeHtml(inEnglish(errorMessages[code]))}</li>`,
  );
  return `<details><summary>${lineOf(endpoint)}</summary>
<div id="${idOf(endpoint)}">${show('Path', endpoint.params, 'input')}${show('Query', endpoint.query, 'input')}${show('Body', endpoint.body, 'input')}
${show(`Answer ${endpoint.status ?? 200}`, endpoint.output, 'output')}<h3>Refusals</h3><ul>${errors.join('')}</ul></div></details>`;
}

/** The page of one group, with the schemas of its calls. */
export function docsGroup(name: string, members: readonly Route[], title: string): string {
  return page(
    `${name} | ${title} API`,
    `<h1>${escapeHtml(name)}</h1><p><a href="${docsPath}">All calls of the ${escapeHtml(title)} API</a></p>
<main><section><h2>Calls</h2>${members.map(entryOf).join('\n')}</section></main>`,
  );
}
