import { expect, it } from 'vitest';
import { chapterOf } from './api-chapters.ts';
import { type ApiDocument, apiReference } from './api-pages.ts';

const general = {
  '400': { description: 'validation_failed: Some fields need another look.' },
  '500': { description: 'internal: Something went wrong: try again.' },
};
const signedIn = { ...general, '401': { description: 'not_signed_in: Must be logged in' } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const document: ApiDocument = {
  components: {
    schemas: {
      Error: {
        properties: { code: { enum: ['validation_failed', 'internal', 'not_signed_in', 'closed', 'frozen'] } },
      },
    },
  },
  paths: {
    '/api/pools': {
      get: {
        summary: 'List <all> pools',
        operationId: 'get_pools',
        tags: ['pools'],
        'x-who': 'anyone',
        parameters: [{ name: 'page', in: 'query', required: false, schema: { type: 'integer' } }],
        responses: { '200': { description: 'Done' }, ...general },
      },
    },
    '/api/pledges/{id}': {
      delete: {
        summary: 'Withdraw',
        operationId: 'delete_pledges_id',
        tags: ['pledges'],
        'x-who': 'user',
        parameters: [id],
        responses: { '200': { description: 'Done' }, ...signedIn },
      },
    },
    '/api/pools/{id}/pledges': {
      post: {
        summary: 'Pledge',
        operationId: 'post_pools_id_pledges',
        tags: ['pools'],
        'x-who': 'user',
        parameters: [id],
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { cents: {} } } } } },
        responses: {
          '201': { description: 'Done', content: { 'application/json': { schema: { type: 'object' } } } },
          ...signedIn,
          '409': { description: 'closed: It is closed: sorry. · frozen: It is frozen.' },
        },
      },
    },
    '/api/later/{id}': {
      head: {
        summary: 'Later',
        tags: ['later'],
        'x-who': 'user',
        parameters: [id],
        responses: { default: { description: '' } },
      },
    },
  },
};

it('has every call once, in the chapter of its group, and calls of new groups in the last one', () => {
  const { pages } = apiReference(document);
  expect(pages.map(({ title, anchors }) => [title, anchors])).toEqual([
    ['Pools', ['get_pools']],
    ['Pledges', ['delete_pledges_id', 'post_pools_id_pledges']],
    ['Operations', ['head_later_id']],
  ]);
  expect(chapterOf('/api/admin/money/held.csv', 'admin')).toBe('Admin: money');
  for (const group of ['operator', 'settings', 'setup'])
    expect(chapterOf(`/api/admin/${group}`, 'admin')).toBe('Admin: installation');
  expect(chapterOf('/healthz', 'operations')).toBe('Operations');
});

it('shows parameters, body, response and the errors that other calls do not have', () => {
  const { pages, overview } = apiReference(document);
  const pledges = pages.find(({ name }) => name === 'pledges')?.markdown ?? '';
  expect(pledges).toContain('`/api/pools/{id}/pledges` {#post_pools_id_pledges}');
  for (const part of ['**Path**', '**Body** `application/json`', '**Response 201**']) expect(pledges).toContain(part);
  expect(pledges).toContain('- 409 `closed`: It is closed: sorry.\n- 409 `frozen`: It is frozen.');
  expect(pledges).not.toContain('validation_failed');
  expect(overview).toContain('- 500 `internal`: Something went wrong: try again.');
  expect(overview).toContain('- 401 `not_signed_in`: Must be logged in');
  expect(overview).toContain('| [Pledges](api/pledges.md) | 2 |');
});

it('escapes text for a page that may contain HTML', () => {
  expect(apiReference(document).pages[0]?.markdown).toContain('List &lt;all> pools.');
});

it('refuses a description of errors that it cannot read', () => {
  const other = structuredClone(document);
  const call = other.paths['/api/pools']?.get;
  if (call) call.responses['400'] = { description: 'Several errors' };
  expect(() => apiReference(other)).toThrow('no error Several errors');
});
