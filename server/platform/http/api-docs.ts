import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { errorTable } from '#contract/errors.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';
import { errorsOf, jsonSchema } from './api-schemas.ts';
import { docsStyle } from './openapi-style.ts';
import type { Route } from './request-context.ts';
import { headersOfPage } from './security-headers.ts';

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

const lineOf = ({ method, path, who, summary }: AnyEndpoint): string =>
  `<b>${method}</b><code>${escapeHtml(path)}</code><i>${who}</i><span>${escapeHtml(summary)}</span>`;

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
    `<h1>${escapeHtml(title)} API</h1><p>JSON with a session cookie; amounts are integer US cents; every refusal is <code>{code, message}</code>. The same list for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups">${contents.join(' ')}</nav>
<main>${sections.join('\n')}</main>`,
  );
}

/** Browsers open the details when an address names their content by its id. */
function entryOf({ endpoint }: Route): string {
  const show = (label: string, schema: z.ZodType | undefined, io: 'input' | 'output') =>
    schema ? `<h3>${label}</h3><pre>${escapeHtml(JSON.stringify(jsonSchema(schema, io), null, 2))}</pre>` : '';
  const errors = errorsOf(endpoint).map(
    (code) => `<li><code>${errorTable[code].status} ${code}</code> ${escapeHtml(errorTable[code].message)}</li>`,
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
