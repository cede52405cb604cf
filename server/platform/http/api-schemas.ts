import { z } from 'zod';
import type { ErrorCode } from '#contract/app-error.ts';
import { type AnyEndpoint, needsRole } from '#contract/endpoint.ts';

export type Json = Record<string, unknown>;

/**
 * The JSON schema of input or output; types that JSON cannot express become "anything". Output may have fields that the schema does not name:
 * the API gets new ones at any time, and clients that validate with this schema must take them.
 */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'draft-2020-12',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema._zod.def.type === 'object' && jsonSchema.additionalProperties === false && io === 'output')
        delete jsonSchema.additionalProperties;
    },
  }) as Json;
  return rest;
}

const generalErrors: ErrorCode[] = ['validation_failed', 'rate_limited', 'internal', 'unavailable'];

/** The errors that callers of an endpoint may get. */
export function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const codes: ErrorCode[] = [...generalErrors, ...(endpoint.errors ?? [])];
  if (endpoint.who !== 'anyone') codes.push('not_signed_in');
  if (endpoint.scope) codes.push('token_invalid', 'token_forbidden');
  if (needsRole(endpoint.who)) codes.push('forbidden');
  if (endpoint.params) codes.push('not_found');
  return [...new Set(codes)];
}
