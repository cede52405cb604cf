import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Route } from './call.ts';
import type { Param, Params } from './form.ts';
import { knownParameters, newerParameters } from './parameters.ts';
import { invalid } from './refusal.ts';
import { v2Parameters } from './v2-parameters.ts';
import { checkV2 } from './validate-v2.ts';

/** The part of OpenAPI's schemas that Stripe's description uses. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  enum?: string[];
  additionalProperties?: boolean | Schema;
}
interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Description {
  paths: Record<string, Record<string, Operation>>;
}

const path = resolve(import.meta.dirname, '../../../shared/stripe/spec3.json');
/** Stripe's API description, where it is at hand. */
export const description = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Description) : null;

/** Parameters that Stripe advises against for new integrations, at any depth of a request. */
const deprecated: Record<string, string> = {
  payment_method_types: 'Use dynamic payment methods with a payment method configuration.',
  application_fee_amount: 'With separate charges and transfers the platform keeps its fee by transferring less.',
  source: 'Sources are deprecated. Use a PaymentMethod.',
};

/**
 * Refuses unknown and deprecated parameters, missing ones, and values of the wrong type. Without the description, it knows only the names in
 * parameters.ts, so it refuses no missing parameter and no wrong type.
 */
export function validate(route: Pick<Route, 'method' | 'path'>, params: Params, from = description): void {
  const name = `${route.method} ${route.path}`;
  const newer = newerParameters[name] ?? {};
  const schema = from && schemaOf(route, from);
  if (route.method === 'POST') refuseDeprecated(params);
  if (route.path.startsWith('/v2/')) checkV2(params, v2Parameters[name] ?? {});
  else if (schema) check(params, schema, '', Object.keys(newer));
  else checkNames(params, [...(knownParameters[name] ?? []), ...Object.keys(newer).map((full) => `${full}.*`)], '');
}

function refuseDeprecated(value: Param): void {
  if (typeof value === 'string') return;
  for (const [name, child] of Object.entries(value)) {
    if (name in deprecated) throw invalid(`${name}: ${deprecated[name]}`, name);
    if (name !== 'metadata') refuseDeprecated(child as Param);
  }
}

function schemaOf(route: Pick<Route, 'method' | 'path'>, { paths }: Description): Schema | null {
  const operation = paths[route.path]?.[route.method.toLowerCase()];
  if (!operation) return null;
  if (route.method !== 'GET')
    return operation.requestBody?.content['application/x-www-form-urlencoded']?.schema ?? { type: 'object' };
  const query = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

function unknownParameter(path: string) {
  return invalid(`Received unknown parameter: ${path}`, path, 'parameter_unknown');
}

/** `newer`: dotted names that the description does not know yet. */
function check(value: Param, schema: Schema, path: string, newer: string[]): void {
  if (schema.anyOf) {
    const failures = schema.anyOf.map((option) => failureOf(() => check(value, option, path, newer)));
    if (failures.every(Boolean)) throw failures[0];
    return;
  }
  if (schema.type === 'object' || schema.properties) checkObject(value, schema, path, newer);
  else if (schema.type !== 'array') checkScalar(value, schema, path);
  else if (!Array.isArray(value)) throw invalid(`Invalid array: ${path}`, path);
  else for (const item of value) check(item, schema.items ?? {}, path, newer);
}

function checkObject(value: Param, schema: Schema, path: string, newer: string[]): void {
  if (typeof value === 'string' || Array.isArray(value)) throw invalid(`Invalid object: ${path}`, path);
  for (const [name, child] of Object.entries(value)) checkProperty(name, child, schema, under(path, name), newer);
  for (const name of schema.required ?? [])
    if (!(name in value) && !newer.includes(`!${under(path, name)}`))
      throw invalid(`Missing required param: ${name}.`, name, 'parameter_missing');
}

function checkProperty(name: string, value: Param, schema: Schema, full: string, newer: string[]): void {
  if (newer.some((prefix) => full === prefix || full.startsWith(`${prefix}.`))) return;
  const property = schema.properties?.[name] ?? schema.additionalProperties;
  const isOpen = !schema.properties && property === undefined;
  if (isOpen || property === true) return;
  if (!property) throw unknownParameter(full);
  check(value, property, full, newer);
}

function under(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

function checkScalar(value: Param, schema: Schema, path: string): void {
  if (typeof value !== 'string') throw invalid(`Invalid string: ${path}`, path);
  if (schema.type === 'integer' && !/^-?\d+$/.test(value))
    throw invalid(`Invalid integer: ${value}`, path, 'parameter_invalid_integer');
  if (schema.type === 'boolean' && value !== 'true' && value !== 'false')
    throw invalid(`Invalid boolean: ${value}`, path);
  if (schema.enum && !schema.enum.includes(value))
    throw invalid(`Invalid ${path}: must be one of ${schema.enum.join(', ')}`, path);
}

function failureOf(act: () => void): unknown {
  try {
    act();
    return null;
  } catch (error) {
    return error;
  }
}

/** Checks names only. A name ending in `.*` allows everything below it; numbers in paths are positions in arrays. */
function checkNames(value: unknown, names: string[], path: string): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, child] of Object.entries(value)) {
    const full = Array.isArray(value) ? path : under(path, key);
    if (names.some((name) => name.endsWith('.*') && `${full}.`.startsWith(name.slice(0, -1)))) continue;
    const isKnown = names.some((name) => name === full || name.startsWith(`${full}.`));
    if (!isKnown) throw unknownParameter(full);
    checkNames(child, names, full);
  }
}
