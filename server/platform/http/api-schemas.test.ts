import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { eventSchemaOf, eventTypes } from '#contract/events.ts';
import { exampleOf } from '#contract/programs/event-examples.ts';
import { jsonSchema } from './api-schemas.ts';

const ajv = addFormats.default(new Ajv2020({ strict: false }));

/** Adds a field to each object, as a later version of the API may. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, withMore(one)]);
  return { ...Object.fromEntries(entries), laterField: 1 };
}

it.each(eventTypes)('lets clients validate %s with the published schema, also with later fields', (type) => {
  const validate = ajv.compile(jsonSchema(eventSchemaOf(type), 'output'));
  const event = exampleOf(type);
  expect(validate(event)).toBe(true);
  expect(validate(withMore(event))).toBe(true);
  expect(validate({ ...event, data: {} })).toBe(false);
});

it('keeps what other fields have to be', () => {
  expect(jsonSchema(z.object({ counts: z.record(z.string(), z.int()) }), 'output')).toMatchObject({
    properties: { counts: { additionalProperties: { type: 'integer' } } },
  });
});
