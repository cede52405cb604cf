import { z } from 'zod';
import type { ErrorCode } from '#contract/app-error.ts';
import { type AnyEndpoint, needsRole } from '#contract/endpoint.ts';

export type Json = Record<string, unknown>;

/** The JSON schema of input or output; types that JSON cannot express become "anything". */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' }) as Json;
  return rest;
}

const generalErrors: ErrorCode[] = ['validation_failed', 'rate_limited', 'internal', 'unavailable'];

/** The errors that callers of an endpoint may get. */
export function errorsOf(endpoint: AnyEndpoint): ErrorCode[] {
  const codes: ErrorCode[] = [...generalErrors, ...(endpoint.errors ?? [])];
  if (endpoint.who !== 'anyone') codes.push('not_signed_in');
  if (needsRole(endpoint.who)) codes.push('forbidden');
  if (endpoint.params) codes.push('not_found');
  return [...new Set(codes)];
}
