import type { z } from 'zod';
import { errorStatuses, languageHeader } from '#contract/app-error.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { errorMessages } from '#contract/errors.ts';
import { inEnglish } from '#contract/language/text.ts';
import { docsContents, docsGroup, docsHeaders, docsPath, groupPath, groupsOf } from './api-docs.ts';
import { errorsOf, type Json, jsonSchema } from './api-schemas.ts';
import type { RawCall, RawRoutes, Route, WebhookCall } from './request-context.ts';
import { builtOnce } from './send-shared.ts';
import { tokenPrefix } from './token-text.ts';

interface ApiCalls {
  routes: readonly Route[];
  rawCalls: readonly RawCall[];
  webhooks: readonly WebhookCall[];
}

interface ApiInfo {
  title: string;
  url: string;
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

/** An empty object stands for a call without credentials. OpenAPI 3.1 allows scopes at schemes other than OAuth. */
function securityOf({ who, scope }: AnyEndpoint): Json {
  const isOpen = who === 'anyone';
  if (!scope) return isOpen ? {} : { security: [{ session: [] }] };
  return { security: [isOpen ? {} : { session: [] }, { token: [scope] }] };
}

function operation(endpoint: AnyEndpoint): Json {
  const responses: Record<string, Json> = {
    [endpoint.status ?? 200]: {
      description: 'Done',
      content: { 'application/json': { schema: jsonSchema(endpoint.output, 'output') } },
    },
  };
  for (const code of errorsOf(endpoint)) {
    const status = errorStatuses[code];
    const earlier = responses[status]?.description;
    responses[status] = {
      description: `${earlier ? `${String(earlier)} · ` : ''}${code}: ${inEnglish(errorMessages[code])}`,
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
    ...securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      { $ref: '#/components/parameters/Language' },
    ],
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

const errorTexts = {
  message: { type: 'string' },
  fields: { type: 'object', additionalProperties: { type: 'string' } },
};

/** A request that the installation sends to a program. */
const webhookOperation = ({ summary, schema, example }: WebhookCall): Json => ({
  post: {
    summary,
    tags: ['webhooks'],
    requestBody: { content: { 'application/json': { schema: jsonSchema(schema, 'output'), example } } },
    responses: { '2XX': { description: 'Received. Every other answer is tried again later.' } },
  },
});

/** The OpenAPI document of these calls. */
function openApiDocument({ routes, rawCalls, webhooks }: ApiCalls, { title, url }: ApiInfo): Json {
  const paths: Record<string, Json> = {};
  for (const { endpoint } of routes) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  for (const call of rawCalls) paths[call.path] = { ...paths[call.path], [call.method]: rawOperation(call) };
  return {
    openapi: '3.1.0',
    info: {
      title: `${title} API`,
      version: '1',
      description:
        'JSON over HTTP with a session cookie, or with an API token for the calls whose `security` names a scope. Amounts are integer US cents.',
    },
    servers: [{ url }],
    paths,
    webhooks: Object.fromEntries(webhooks.map((webhook) => [webhook.type, webhookOperation(webhook)])),
    components: {
      parameters: {
        Language: {
          name: languageHeader,
          in: 'header',
          description:
            'A language of this site, such as `de`. Errors then also have `translated`. Other values are ignored.',
          schema: { type: 'string' },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid' },
        token: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: tokenPrefix,
          description:
            'An API token from the settings. It works for the calls whose scope it has, and never beside a session cookie.',
        },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['code', 'message'],
          properties: {
            code: { type: 'string', enum: Object.keys(errorStatuses) },
            ...errorTexts,
            translated: {
              type: 'object',
              description: `The texts in the language of the header ${languageHeader}.`,
              required: ['message'],
              properties: errorTexts,
            },
            winner: {
              type: 'object',
              description: 'The person whose change came first, in a conflict of two.',
              properties: {
                id: { type: 'string' },
                username: { type: 'string' },
                displayName: { type: ['string', 'null'] },
                action: { type: 'string' },
                at: { type: 'string' },
              },
            },
            current: {
              type: 'object',
              description: 'The saved values, when an edit names an older version.',
              properties: {
                version: { type: 'string' },
                fields: { type: 'object', additionalProperties: true },
              },
            },
          },
        },
      },
    },
  };
}

/** GET /api/openapi.json, and the pages to read it: /api/docs lists the calls, /api/docs/{group} describes those of one group. */
export function openApiRoutes(calls: ApiCalls, info: ApiInfo): RawRoutes {
  return (app) => {
    app.get(
      '/api/openapi.json',
      builtOnce(() => ({
        text: JSON.stringify(openApiDocument(calls, info)),
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
      })),
    );
    const pageOf = (text: () => string) => builtOnce(() => ({ text: text(), headers: docsHeaders }));
    const groups = groupsOf(calls.routes);
    app.get(
      docsPath,
      pageOf(() => docsContents(groups, info.title)),
    );
    for (const [name, members] of groups) {
      app.get(
        groupPath(name),
        pageOf(() => docsGroup(name, members, info.title)),
      );
    }
  };
}
