import { randomUUID } from 'node:crypto';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The kind of invalid sample; `plain` is valid, and so is `shouted`, with ids in upper case. */
export type Taste = 'plain' | 'nul' | 'long' | 'odd' | 'shouted';

const isValid = (taste: Taste) => taste === 'plain' || taste === 'shouted';

/** A value that fits a schema, or, with another taste, a value that a hostile client might send instead. */
export function sampleOf(schema: z.ZodType | undefined, taste: Taste = 'plain'): unknown {
  if (!schema) return undefined;
  return sampleFrom(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, taste);
}

function sampleFrom(schema: Json, taste: Taste): unknown {
  const [first] = ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).filter((option) => option.type !== 'null');
  if (first) return sampleFrom(first, taste);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return isValid(taste) ? schema.enum[0] : textOf(schema, taste);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, part]) => [
          key,
          sampleFrom(part, taste),
        ]),
      );
    case 'array':
      return [sampleFrom((schema.items ?? {}) as Json, taste)];
    case 'integer':
    case 'number':
      return taste === 'odd' ? 1e308 : Math.max(Number(schema.minimum ?? 1), 1);
    case 'boolean':
      return taste === 'odd' ? 'perhaps' : true;
    default:
      return textOf(schema, taste);
  }
}

function textOf({ format, minLength, maxLength }: Json, taste: Taste): string {
  if (taste === 'nul') return 'a\u0000b sentence that is long enough for anything';
  if (taste === 'odd') return "'; drop table users; -- \ud800 {1} %00 ‮ <script>";
  if (taste === 'long') return 'x'.repeat(Number(maxLength ?? 100_000) + 1);
  if (format === 'uuid') return taste === 'shouted' ? randomUUID().toUpperCase() : randomUUID();
  if (format === 'date-time') return new Date(Date.now() + 10 * 86_400_000).toISOString();
  return 'https://example.org/sample-text'.padEnd(Number(minLength ?? 0), 'x').slice(0, Number(maxLength ?? 100));
}
