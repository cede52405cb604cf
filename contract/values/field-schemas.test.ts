import { expect, it } from 'vitest';
import { z } from 'zod';
import { auditQuery } from '#contract/admin/audit.ts';
import { requestTermsForm } from '#contract/creators/request-terms.ts';
import { t } from '#contract/language/text.ts';
import { poolForm } from '#contract/pools/pools.ts';
import { listEndpoints } from '#testing/journeys/listed-calls.ts';
import { instant } from './field-schemas.ts';

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

const accepts = (text: string) => instant(() => t`Choose a date`).safeParse(text).success;

it('refuses times outside the years 1 to 9999 in UTC, which PostgreSQL cannot read', () => {
  expect(accepts('0001-01-01T00:00:00Z')).toBe(true);
  expect(accepts('9999-12-31T23:59:59Z')).toBe(true);
  expect(accepts('2026-12-20T00:00:00+23:00')).toBe(true);
  for (const text of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+00:01', '9999-12-31T23:59:59-23:59', 'tomorrow']) {
    expect(accepts(text), text).toBe(false);
    expect(poolForm.shape.deadline.safeParse(text).error?.issues[0]?.message, text).toBe('Deadline must be a date');
    expect(requestTermsForm.shape.awayUntil.safeParse(text).error?.issues[0]?.message, text).toBe('Choose a date');
    expect(auditQuery.shape.from.safeParse(text).success, text).toBe(false);
  }
});
