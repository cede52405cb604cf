/** The part of a JSON schema that the OpenAPI document uses. */
export interface Schema {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
}

const unionWidth = 80;

function literals(values: unknown[], indent: string): string {
  const texts = values.map((value) => JSON.stringify(value));
  const line = texts.join(' | ');
  return line.length <= unionWidth ? line : texts.map((text) => `\n${indent}  | ${text}`).join('');
}

function objectText({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const comment = limitsOf(property);
    const key = `${name}${required.includes(name) ? '' : '?'}`;
    const text = schemaText(property, inner);
    return `${inner}${key}:${text.startsWith('\n') ? '' : ' '}${text}${comment && ` // ${comment}`}`;
  });
  if (typeof additionalProperties === 'object') {
    lines.push(`${inner}[name: string]: ${schemaText(additionalProperties, inner)}`);
  }
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`;
}

function arrayText(items: Schema, indent: string): string {
  const text = schemaText(items, indent);
  const isUnion = Array.isArray(items.type) || items.enum || items.anyOf || items.oneOf;
  return isUnion ? `(${text})[]` : `${text}[]`;
}

const formats: Record<string, string> = { 'date-time': 'datetime' };

/** A schema as a type in the notation of TypeScript, with `uuid`, `datetime`, `date` and `integer` as types. Limits are comments. */
export function schemaText(schema: Schema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => schemaText(choice, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return literals(schema.enum, indent);
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => schemaText({ ...schema, type }, indent)).join(' | ');
  }
  if (schema.type === 'object') return objectText(schema, indent);
  if (schema.type === 'array') return arrayText(schema.items ?? {}, indent);
  if (schema.format && schema.type !== 'null') return formats[schema.format] ?? schema.format;
  return schema.type ?? 'any';
}

/** zod adds these bounds to every integer. */
const isSafeBound = (value: number) => Math.abs(value) === Number.MAX_SAFE_INTEGER;

function range(min: number | undefined, max: number | undefined, unit: string): string {
  const from = min === undefined || isSafeBound(min) ? undefined : min;
  const to = max === undefined || isSafeBound(max) ? undefined : max;
  if (from === undefined && to === undefined) return '';
  if (from === undefined) return `at most ${to}${unit}`;
  return to === undefined ? `at least ${from}${unit}` : `${from} to ${to}${unit}`;
}

/** The limits of a value as text, or nothing. A format says more than its pattern. */
function limitsOf(schema: Schema): string {
  return [
    range(schema.minimum, schema.maximum, ''),
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minItems, schema.maxItems, ' entries'),
    schema.pattern && !schema.format ? `matches ${schema.pattern}` : '',
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter(Boolean)
    .join(', ');
}
