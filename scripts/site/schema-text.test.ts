import { expect, it } from 'vitest';
import { schemaText } from './schema-text.ts';

it('writes a schema as a type with its limits', () => {
  const text = schemaText({
    type: 'object',
    required: ['id', 'title', 'tags', 'state'],
    properties: {
      id: { type: 'string', format: 'uuid', pattern: '^[0-9a-f-]+$' },
      title: { type: 'string', minLength: 1, maxLength: 80, pattern: '^x' },
      at: { type: ['string', 'null'], format: 'date-time' },
      page: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
      cents: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      tags: { type: 'array', maxItems: 3, items: { type: 'string', enum: ['a', 'b'] } },
      state: { anyOf: [{ type: 'string', enum: ['on', 'off'] }, { type: 'null' }] },
      counts: { type: 'object', additionalProperties: { type: 'integer' } },
      nothing: { type: 'null', const: null },
      choice: { oneOf: [{ type: 'boolean' }, { type: 'object', properties: {}, additionalProperties: false }] },
    },
  });
  expect(text).toBe(`{
  id: uuid
  title: string // 1 to 80 characters, matches ^x
  at?: datetime | null
  page?: integer // at least 1, default 1
  cents?: integer
  tags: ("a" | "b")[] // at most 3 entries
  state: "on" | "off" | null
  counts?: {
    [name: string]: integer
  }
  nothing?: null
  choice?: boolean | {}
}`);
});

it('breaks a long list of values into lines', () => {
  const values = Array.from({ length: 12 }, (_, index) => `value-${index}`);
  const text = schemaText({ type: 'object', properties: { kind: { enum: values } } });
  expect(text.split('\n')).toHaveLength(15);
  expect(text).toContain('  kind?:\n    | "value-0"\n    | "value-1"\n');
});
