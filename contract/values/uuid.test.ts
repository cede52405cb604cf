import { expect, it } from 'vitest';
import { z } from 'zod';
import { listEndpoints } from '#testing/journeys/listed-calls.ts';

const shouted = '2B1E5D62-6A0E-4A2C-9C53-3B4C3F7F0A11';

/** The ids that a schema reads from a client that sends each of its ids in upper case. */
function readIds(schema: z.ZodType | undefined): unknown[] {
  const ids = new Map<string, unknown>();
  if (!schema) return [];
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Zod first visits the plain `z.uuid()` that a schema extends, and then the schema itself.
    override: ({ zodSchema, jsonSchema, path }) => {
      if (jsonSchema.format === 'uuid') ids.set(path.join(), z.safeParse(zodSchema, shouted).data);
    },
  });
  return [...ids.values()];
}

it('turns every id that a call accepts into lower case, as PostgreSQL spells it', async () => {
  const read = (await listEndpoints()).map(({ name, endpoint }) => ({
    name,
    ids: [endpoint?.params, endpoint?.query, endpoint?.body].flatMap(readIds),
  }));
  expect(read.flatMap(({ ids }) => ids).length).toBeGreaterThan(80);
  const kept = read.filter(({ ids }) => ids.some((id) => id !== shouted.toLowerCase()));
  expect(kept.map(({ name }) => name)).toEqual([]);
});
