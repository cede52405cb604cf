import type { z } from 'zod';
import type { Message } from '#contract/language/text.ts';
import type { ErrorCode } from './app-error.ts';
import type { Scope } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call an endpoint; finer rules live in each module's policy. */
export type Who = 'anyone' | 'user' | 'creator' | 'admin';

/**
 * One API call as a value. The server's routes, the page renderer's in-process client and the
 * OpenAPI document derive from it. `path` uses `:name` for parameters.
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
  /** `multipart` endpoints take a form with files, whose parts the handler reads. */
  readonly bodyKind?: 'json' | 'multipart';
  readonly output: Output;
  /** The status of a successful response; 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** Error codes beyond the general ones (validation, sign-in, permissions, rate limit, server error). */
  readonly errors?: readonly ErrorCode[];
  /** The browser's error message when this read fails, if the specification fixes one (section 8, "Failed loads"). contract/calls sets it. */
  readonly loadFailure?: Message;
  /** Suspended people may only read and export; set this on the few writes that they may still make. */
  readonly whileSuspended?: boolean;
  /** The caller must have proved their identity within the session in the last ten minutes: docs/decisions/0081-fresh-proof.md. */
  readonly freshProof?: boolean;
  /** People who must set up a second factor first may call it. They may call nothing else. */
  readonly duringSetUp?: boolean;
  /** The scope with which an API token may call it. Without one, it takes no token. */
  readonly scope?: Scope;
}

export type AnyEndpoint = Endpoint;

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Given<T> = T extends z.ZodType ? z.input<T> : undefined;

/** The validated and coerced input of a handler. */
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

/** The input of a caller: only the parts that the endpoint declares. */
export type CallInput<E extends AnyEndpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>;

/** The response that a caller gets. */
export type OutputOf<E extends AnyEndpoint> = z.output<E['output']>;

/** Declares an endpoint. The function exists only to keep the exact types of the schemas. */
export function endpoint<const E extends AnyEndpoint>(definition: E): E {
  return definition;
}

/** Replaces lone surrogates (half an emoji), which `encodeURIComponent` would refuse. */
function escapeText(value: unknown): string {
  return encodeURIComponent(String(value).toWellFormed());
}

/**
 * The URL of a call: escaped parameters, and the query without undefined values.
 * Throws when a parameter is missing, which is a bug of the caller.
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

export type RoleName = Exclude<Who, 'anyone'>;

/** The roles that may call an endpoint of this kind; a creator is also a user, and an admin is both. */
const rolesOf: Record<RoleName, readonly RoleName[]> = {
  user: ['user', 'creator', 'admin'],
  creator: ['creator', 'admin'],
  admin: ['admin'],
};

export const mayCall = (who: Who, role: RoleName): boolean => who === 'anyone' || rolesOf[who].includes(role);

/** The role with which a person acts where an admin has no more rights than others. */
export const withoutAdminRights = (role: RoleName): RoleName => (role === 'admin' ? 'creator' : role);

/** Whether a signed-in person may be refused for their role. */
export const needsRole = (who: Who): boolean => who !== 'anyone' && who !== 'user';
