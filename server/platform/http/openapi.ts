import { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errorTable } from '#contract/errors.ts';
import { needsRole } from '#contract/roles.ts';
import { escapeHtml } from '#server/platform/pages/html.ts';
import { docsStyle } from './openapi-style.ts';
import type { RawCall, RawRoutes, Route } from './request-context.ts';
import { htmlHeaders } from './security-headers.ts';

type Json = Record<string, unknown>;

interface ApiInfo {
  title: string;
  url: string;
  newNonce: () => string;
}

/** The JSON schema of input or output; types that JSON cannot express become "anything". */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as Json;
  return rest;
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }));
}

const generalErrors: ErrorCode[] = ['validation_failed', 'rate_limited', 'internal', 'unavailable'];

function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const codes: ErrorCode[] = [...generalErrors, ...(endpoint.errors ?? [])];
  if (endpoint.who !== 'anyone') codes.push('not_signed_in');
  if (needsRole(endpoint.who)) codes.push('forbidden');
  if (endpoint.params) codes.push('not_found');
  return [...new Set(codes)];
}

function operation(endpoint: AnyEndpoint): Json {
  const responses: Record<string, Json> = {
    [endpoint.status ?? 200]: {
      description: 'Done',
      content: { 'application/json': { schema: jsonSchema(endpoint.output, 'output') } },
    },
  };
  for (const code of errorsOf(endpoint)) {
    const { status, message } = errorTable[code];
    const earlier = responses[status]?.description;
    responses[status] = {
      description: `${earlier ? `${String(earlier)} · ` : ''}${code}: ${message}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  const form = endpoint.bodyKind === 'multipart';
  const bodySchema = endpoint.body ? jsonSchema(endpoint.body, 'input') : { type: 'object' };
  const hasBody = endpoint.body !== undefined || form;
  return {
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}_${endpoint.path.replace(/^\/api\//, '').replace(/\W+/g, '_')}`,
    tags: [endpoint.path.split('/')[2] ?? 'api'],
    'x-who': endpoint.who,
    ...(endpoint.who === 'anyone' ? {} : { security: [{ session: [] }] }),
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(hasBody
      ? { requestBody: { content: { [form ? 'multipart/form-data' : 'application/json']: { schema: bodySchema } } } }
      : {}),
    responses,
  };
}

function rawOperation({ path, summary, who }: RawCall): Json {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return {
    summary,
    'x-who': who,
    tags: [path.split('/')[2] ?? 'operations'],
    parameters,
    responses: { default: { description: 'See the summary' } },
  };
}

/** The OpenAPI document of these routes. */
function openApiDocument(routes: readonly Route[], rawCalls: readonly RawCall[], { title, url }: ApiInfo): Json {
  const paths: Record<string, Json> = {};
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  for (const call of rawCalls) paths[call.path] = { ...paths[call.path], [call.method]: rawOperation(call) };
  return {
    openapi: '3.0.3',
    info: {
      title: `${title} API`,
      version: '1',
      description: 'JSON over HTTP with a session cookie. Amounts are integer US cents.',
    },
    servers: [{ url }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: Object.keys(errorTable) },
            message: { type: 'string' },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            winner: {
              type: 'object',
              description: 'The person whose change came first, in a conflict of two.',
              properties: {
                id: { type: 'string' },
                username: { type: 'string' },
                displayName: { type: 'string', nullable: true },
                action: { type: 'string' },
                at: { type: 'string' },
              },
            },
          },
        },
      },
    },
  };
}

function docsPage(routes: readonly Route[], title: string, nonce: string): string {
  const show = (label: string, schema: z.ZodType | undefined, io: 'input' | 'output') =>
    schema ? `<h3>${label}</h3><pre>${escapeHtml(JSON.stringify(jsonSchema(schema, io), null, 2))}</pre>` : '';
  const entryOf = ({ endpoint }: Route) => {
    const errors = errorsOf(endpoint).map(
      (code) => `<li><code>${errorTable[code].status} ${code}</code> ${escapeHtml(errorTable[code].message)}</li>`,
    );
    return `<details><summary><b>${endpoint.method}</b><code>${escapeHtml(endpoint.path)}</code><i>${endpoint.who}</i><span>${escapeHtml(endpoint.summary)}</span></summary>
<div>${show('Path', endpoint.params, 'input')}${show('Query', endpoint.query, 'input')}${show('Body', endpoint.body, 'input')}
${show(`Answer ${endpoint.status ?? 200}`, endpoint.output, 'output')}<h3>Refusals</h3><ul>${errors.join('')}</ul></div></details>`;
  };
  const sorted = [...routes].sort((a, b) => a.endpoint.path.localeCompare(b.endpoint.path));
  const groups = [...Map.groupBy(sorted, ({ endpoint }) => endpoint.path.split('/')[2] ?? 'api')];
  const contents = groups.map(([name]) => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`);
  const sections = groups.map(
    ([name, members]) =>
      `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${members.map(entryOf).join('\n')}</section>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} API</title>
<style nonce="${nonce}">${docsStyle}</style></head>
<body><h1>${escapeHtml(title)} API</h1><p>JSON with a session cookie; amounts are integer US cents; every refusal is <code>{code, message}</code>. The same list for machines: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Groups">${contents.join(' ')}</nav>
<main>${sections.join('\n')}</main></body></html>`;
}

/** GET /api/openapi.json and the page to read it at /api/docs. */
export function openApiRoutes(routes: readonly Route[], rawCalls: readonly RawCall[], info: ApiInfo): RawRoutes {
  return (app) => {
    let document: string | undefined;
    app.get('/api/openapi.json', async (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(routes, rawCalls, info));
      return reply.type('application/json; charset=utf-8').send(document);
    });
    app.get('/api/docs', async (_request, reply) => {
      const once = info.newNonce();
      return reply.headers(htmlHeaders(once)).send(docsPage(routes, info.title, once));
    });
  };
}
