import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#contract/app-error.ts';
import {
  type AnyEndpoint,
  type CallInput,
  type InputOf,
  mayCall,
  type OutputOf,
  withoutAdminRights,
} from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Scope } from '#contract/scopes.ts';
import { inLanguage, languageNow } from '#server/platform/language/in-language.ts';
import { addressKey, type Limiter } from '#server/platform/limits/rate-limit.ts';
import type { AdultViewer } from './adult-gate.ts';
import { inPageLanguage } from './errors.ts';
import { isStorable, parseValue } from './parse-value.ts';
import {
  type Actor,
  type Refusal,
  type RequestContext,
  type Route,
  rawContext,
  type TokenCall,
} from './request-context.ts';

export interface RoutePolicy {
  /** Also validates the handlers' output: in tests and development. */
  checkOutput: boolean;
  perActor: Limiter;
  perToken: Limiter;
  perAddress: Limiter;
  reportRefusal: (refusal: Refusal) => Promise<void>;
}

/** Throws unless this actor may call the endpoint. Finer rules live in the modules' policies. */
export function requireAccess(
  endpoint: Pick<AnyEndpoint, 'who' | 'method' | 'whileSuspended' | 'freshProof'>,
  actor: Actor | null,
): void {
  if (endpoint.who !== 'anyone' && !actor) throw appError('not_signed_in');
  if (actor?.suspended && endpoint.method !== 'GET' && !endpoint.whileSuspended) throw appError('suspended');
  if (actor && !mayCall(endpoint.who, actor.role)) throw appError('forbidden');
  // Suspended people read what everyone reads, and their own data.
  if (actor?.suspended && endpoint.who === 'admin') throw appError('suspended');
  if (endpoint.freshProof && actor) requireFreshProof(actor);
}

/** For acts that are dangerous only in some cases. Throws proof_required. */
export function requireFreshProof(actor: Pick<Actor, 'hasFreshProof'>): void {
  if (!actor.hasFreshProof) throw appError('proof_required');
}

/** The person who calls, in a session or with a token, with or without the second factor that their role requires. */
export const callerIn = ({ actor, inSetUp, byToken, ip }: RequestContext) => ({
  actor: actor ?? inSetUp ?? byToken?.actor ?? null,
  ip,
});

/**
 * The context in which an endpoint runs. People who must set up a second factor call nothing else, and a token calls only endpoints of its
 * scopes. Throws second_factor_missing, token_forbidden.
 */
export function contextFor(
  { duringSetUp, scope }: Pick<AnyEndpoint, 'duringSetUp' | 'scope'>,
  context: RequestContext,
): RequestContext {
  if (context.byToken) return { ...context, actor: ownerFor(scope, context.byToken) };
  if (!context.inSetUp) return context;
  if (!duringSetUp) throw appError('second_factor_missing');
  return { ...context, actor: context.inSetUp };
}

function ownerFor(scope: Scope | undefined, { actor, scopes }: TokenCall): Actor {
  if (!scope) {
    throw appError('token_forbidden', { message: () => t`This call takes no API tokens. It needs a session.` });
  }
  if (!scopes.includes(scope)) {
    throw appError('token_forbidden', { message: () => t`This call needs a token with the scope ${{ scope }}.` });
  }
  if (actor.mustSetUp) throw appError('second_factor_missing');
  // An admin's rights over what others made need a session.
  return scope === 'admin:read' ? actor : { ...actor, role: withoutAdminRights(actor.role) };
}

/** Unknown fields of a body are refused instead of dropped, so that clients notice a wrong name. */
const strictBodies = new WeakMap<AnyEndpoint, z.ZodType>();
function bodySchema(endpoint: AnyEndpoint): z.ZodType | undefined {
  if (!(endpoint.body instanceof z.ZodObject)) return endpoint.body;
  const existing = strictBodies.get(endpoint);
  if (existing) return existing;
  const strict = endpoint.body._zod.def.catchall ? endpoint.body : endpoint.body.strict();
  strictBodies.set(endpoint, strict);
  return strict;
}

function parsePart(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema && parseValue(schema, value);
}

/** Validates and coerces the caller's input. An invalid path parameter is a 404. */
export function parseInput(
  endpoint: AnyEndpoint,
  given: { params?: unknown; query?: unknown; body?: unknown },
): InputOf<AnyEndpoint> {
  const params = endpoint.params?.safeParse(given.params ?? {});
  if (params && (!params.success || !isStorable(params.data))) throw appError('not_found');
  return {
    params: params?.data,
    query: parsePart(endpoint.query, given.query ?? {}),
    body: endpoint.bodyKind === 'multipart' ? undefined : parsePart(bodySchema(endpoint), given.body ?? {}),
  } as InputOf<AnyEndpoint>;
}

/** The first key of `given` that the schema dropped, which would have leaked. */
export function undeclaredKey(given: unknown, parsed: unknown, path = ''): string | undefined {
  for (const [key, value] of entriesOf(given)) {
    if (value === undefined) continue;
    const place = `${path}.${key}`;
    if (!isContainer(parsed)) return undefined;
    if (!(key in parsed)) return place;
    const unknownKey = undeclaredKey(value, parsed[key], place);
    if (unknownKey) return unknownKey;
  }
  return undefined;
}

/** For plain objects and arrays; anything else is a value. */
function entriesOf(value: unknown): [string, unknown][] {
  return isContainer(value) ? Object.entries(value) : [];
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return Array.isArray(value) || isRecord(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function checkOutput(endpoint: AnyEndpoint, answer: unknown): void {
  const result = endpoint.output.safeParse(answer);
  if (!result.success) {
    throw new Error(
      `${endpoint.method} ${endpoint.path} returned output that does not match its schema: ${z.prettifyError(result.error)}`,
    );
  }
  const extra = undeclaredKey(answer, result.data);
  if (extra) throw new Error(`${endpoint.method} ${endpoint.path} returned the undeclared ${extra}`);
}

/** Runs one call over HTTP or in process: checks the caller, the input and the output. */
export async function perform(
  route: Route,
  given: { params?: unknown; query?: unknown; body?: unknown },
  context: RequestContext,
  check: boolean,
): Promise<unknown> {
  const own = contextFor(route.endpoint, context);
  requireAccess(route.endpoint, own.actor);
  const answer = await route.handler(parseInput(route.endpoint, given), own);
  if (check) checkOutput(route.endpoint, answer);
  return answer;
}

/** Registers an endpoint as a route of the server. */
export function registerRoute(app: FastifyInstance, route: Route, policy: RoutePolicy): void {
  const { endpoint } = route;
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    // First, because each session and each token costs a query, also one that does not exist.
    await policy.perAddress.consume(addressKey(request.ip));
    const context = await rawContext(request);
    const caller = callerIn(context);
    if (context.byToken) await policy.perToken.consume(context.byToken.tokenId);
    else if (caller.actor) await policy.perActor.consume(caller.actor.userId);
    const { params, query, body } = request;
    const answer = await perform(route, { params, query, body }, context, policy.checkOutput).catch(async (error) => {
      if (error instanceof AppError) await policy.reportRefusal({ endpoint, ...caller, error });
      throw error;
    });
    return reply.status(endpoint.status ?? 200).send(answer);
  };
  const slowBody = endpoint.bodyKind === 'multipart';
  app.route({ method: endpoint.method, url: endpoint.path, config: { slowBody, takesTokens: true }, handler });
}

type InProcessClient = <E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>) => Promise<OutputOf<E>>;

const tables = new WeakMap<readonly Route[], Map<string, Route>>();
const keyOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;

/**
 * Calls endpoints in process, for the page renderer, with the same rights and validation as over HTTP. Answers are English, as over HTTP,
 * and errors are in the language of the moment, as in the browser. Throws AppError.
 */
export function inProcessClient(routes: readonly Route[], context: RequestContext): InProcessClient {
  // Built once per list of routes, not once per page.
  const byEndpoint = tables.get(routes) ?? new Map(routes.map((route) => [keyOf(route.endpoint), route]));
  tables.set(routes, byEndpoint);
  return async <E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>) => {
    const route = byEndpoint.get(keyOf(endpoint));
    if (!route) throw appError('not_found');
    const language = languageNow();
    try {
      const run = () => perform(route, input ?? {}, context, false);
      return (await (language ? inLanguage(undefined, run) : run())) as OutputOf<E>;
    } catch (error) {
      throw language && error instanceof AppError ? inPageLanguage(error, language) : error;
    }
  };
}

/** A context for calls without a request: the command line, tests, seeds. */
export function systemContext(actor: Actor | null): RequestContext {
  return {
    actor,
    inSetUp: null,
    byToken: null,
    ip: '127.0.0.1',
    userAgent: 'fanfare',
    requestId: randomUUID(),
    seesAdult: true,
    cookies: { get: () => undefined, set: () => undefined, clear: () => undefined },
    clearStorage: () => undefined,
    readForm: async () => ({ fields: {}, files: [] }),
  };
}

/**
 * The context of a page that all visitors share. It knows nothing about the visitor except the answer to the age gate, and refuses to set
 * cookies, which would reach the other visitors.
 */
export function visitorContext(visit: AdultViewer & { requestId: string }): RequestContext {
  const refuse = () => {
    throw new Error('a shared page cannot answer one visitor');
  };
  return {
    ...systemContext(null),
    ...visit,
    cookies: { get: () => undefined, set: refuse, clear: refuse },
    clearStorage: refuse,
  };
}
