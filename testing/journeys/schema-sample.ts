import { randomUUID } from 'node:crypto';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The kind of invalid sample; `plain` is valid, and so is `upper_case`, with ids in upper case. */
export type SampleKind = 'plain' | 'nul' | 'long' | 'odd' | 'upper_case';

const isValid = (kind: SampleKind) => kind === 'plain' || kind === 'upper_case';

/** A value that fits a schema, or, with another kind, a value that a hostile client might send instead. */
export function sampleOf(schema: z.ZodType | undefined, kind: SampleKind = 'plain'): unknown {
  if (!schema) return undefined;
  return sampleFrom(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json, kind);
}

function sampleFrom(schema: Json, kind: SampleKind): unknown {
  const [first] = ((schema.anyOf ?? schema.oneOf ?? []) as Json[]).filter((option) => option.type !== 'null');
  if (first) return sampleFrom(first, kind);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return isValid(kind) ? schema.enum[0] : textOf(schema, kind);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as Record<string, Json>).map(([key, part]) => [
          key,
          sampleFrom(part, kind),
        ]),
      );
    case 'array':
      return [sampleFrom((schema.items ?? {}) as Json, kind)];
    case 'integer':
    case 'number':
      return kind === 'odd' ? 1e308 : Math.max(Number(schema.minimum ?? 1), 1);
    case 'boolean':
      return kind === 'odd' ? 'perhaps' : true;
    default:
      return textOf(schema, kind);
  }
}

function textOf({ format, minLength, maxLength }: Json, kind: SampleKind): string {
  if (kind === 'nul') return 'a\u0000b sentence that is long enough for anything';
  if (kind === 'odd') return "'; drop table users; -- \ud800 {1} %00 ‮ <script>";
  if (kind === 'long') return 'x'.repeat(Number(maxLength ?? 100_000) + 1);
  if (format === 'uuid') return kind === 'upper_case' ? randomUUID().toUpperCase() : randomUUID();
  if (format === 'date-time') return new Date(Date.now() + 10 * 86_400_000).toISOString();
  return 'https://example.org/sample-text'.padEnd(Number(minLength ?? 0), 'x').slice(0, Number(maxLength ?? 100));
}
