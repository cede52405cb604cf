import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call an endpoint; finer rules live in each module's policy. */
export type Who = 'anyone' | 'user' | 'creator' | 'admin';

/**
 * One call of the API as a value. The server's routes, the browser's `call()`, the page renderer's in-process client and the
 * OpenAPI document are all derived from it. `path` uses `:name` for parameters.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly who: Who;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** `multipart` endpoints take a form with files; the handler reads the parts itself. */
  readonly bodyKind?: 'json' | 'multipart';
  readonly output: Output;
  /** The status of a successful answer; 200 unless told. */
  readonly status?: 200 | 201 | 202;
  /** Error codes of its own, beside the general ones (validation, sign-in, rights, rate, fault). */
  readonly errors?: readonly ErrorCode[];
  /** What the browser throws when this read fails, where the specification fixes it (section 8, "Failed loads"). */
  readonly loadFailure?: string;
  /** Suspended people may only read and export; the few writes they keep say so. */
  readonly whileSuspended?: boolean;
}

export type AnyEndpoint = Endpoint;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Given<T> = T extends z.ZodType ? z.input<T> : undefined;

/** What a handler receives: validated and coerced. */
export interface InputOf<E extends AnyEndpoint> {
  params: Parsed<E['params']>;
  query: Parsed<E['query']>;
  body: Parsed<E['body']>;
}

type Part<Name extends string, T> = T extends z.ZodType
  ? Record<never, never> extends z.input<T>
    ? { [key in Name]?: Given<T> }
    : { [key in Name]: Given<T> }
  : unknown;

/** What a caller gives: only the parts that the endpoint declares. */
export type CallInput<E extends AnyEndpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>;

/** What a caller gets. */
export type OutputOf<E extends AnyEndpoint> = z.output<E['output']>;

/** Declares an endpoint; only there so that its schemas keep their exact types. */
export function endpoint<const E extends AnyEndpoint>(definition: E): E {
  return definition;
}

/** Half a character, as a cut emoji leaves it, cannot be escaped; it is replaced as everywhere else on the way. */
function escapeText(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

/**
 * The address of a call: parameters filled in and escaped, query appended without undefined values.
 * Throws when a parameter is missing, which is a programmer's fault.
 */
export function endpointUrl(
  definition: Pick<AnyEndpoint, 'path'>,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const path = definition.path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = params[name];
    if (value === undefined || value === null) throw new Error(`missing parameter ${name} of ${definition.path}`);
    return escapeText(value);
  });
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([name, value]) => `${encodeURIComponent(name)}=${escapeText(value)}`)
    .join('&');
  return search ? `${path}?${search}` : path;
}
