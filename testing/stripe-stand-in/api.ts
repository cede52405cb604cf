import { createHash } from 'node:crypto';
import type { Call, Route } from './call.ts';
import { expand } from './expand.ts';
import type { FaultKind } from './faults.ts';
import { decodeForm, type Params } from './form.ts';
import { expansions } from './lists.ts';
import type { LimitReason } from './rate-limit.ts';
import { invalid, Refusal } from './refusal.ts';
import { matchRoute } from './routes.ts';
import { newId, type Store } from './store.ts';
import { validate } from './validate.ts';

export interface ApiRequest {
  method: string;
  pathname: string;
  search: string;
  body: string;
  key: string | null;
  authorization: string | null;
  version: string | null;
  account: string | null;
}

export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

const secondsKept = { v1: 24 * 3600, v2: 30 * 24 * 3600 };

export interface Api {
  store: Store;
  livemode: boolean;
  version: string;
  createCall: (path: Record<string, string>, params: Params, request: ApiRequest) => Call;
  /** Counts the requests by route. */
  count: (route: string) => void;
}

/** Answers a request. `error_after`: if it takes effect, the stored answer is an error anyway; `error_stored`: it takes no effect. */
export function answerRequest(api: Api, request: ApiRequest, fault?: FaultKind): Answer {
  return asAnswer(
    recordViolations(api.store, request, () => {
      refuseKey(request.authorization, api.livemode);
      if (request.version !== api.version)
        throw invalid(`Invalid Stripe API version: ${request.version}. The stand-in speaks ${api.version}.`);
      const match = matchRoute(request.method, request.pathname);
      if (!match) throw unknownRoute(request);
      api.count(`${request.method} ${match.route.path}`);
      refuseMissingKey(match.route, request.key);
      const params = readParams(request);
      validate(match.route, params);
      refuseForbidden(api.store, match.route, params);
      return once(api, request, () => {
        if (fault === 'error_stored') return serverError();
        const call = api.createCall(match.path, params, request);
        const answer = asAnswer(() => ok(expand(api.store, match.route.run(call), expansions(params))));
        // A refused request has not acted. A declined card (402) has.
        const acted = answer.status < 300 || answer.status === 402;
        return fault === 'error_after' && acted ? serverError() : answer;
      });
    }),
  );
}

/** Records what is refused before it acts: the caller broke a rule of the API. Declined cards and unknown objects are refused later. */
function recordViolations(store: Store, { method, pathname }: ApiRequest, act: () => Answer): () => Answer {
  return () => {
    try {
      return act();
    } catch (error) {
      // The operator who made the key grants permissions, so a missing one is no fault of the caller.
      if (error instanceof Refusal && error.status !== 403)
        store.put('violations', { id: newId('violation_'), message: `${method} ${pathname}: ${error.message}` });
      throw error;
    }
  };
}

/**
 * Runs a POST once per idempotency key and answers its repetitions with the first answer, even with an error. The v2 API stores only
 * successful answers.
 */
function once(api: Api, request: ApiRequest, act: () => Answer): Answer {
  const { key, pathname } = request;
  if (request.method !== 'POST' || key === null) return act();
  const id = `${request.account ?? ''} ${key}`;
  const hash = createHash('sha256').update(`${pathname} ${request.body}`).digest('hex');
  const kept = pathname.startsWith('/v2/') ? secondsKept.v2 : secondsKept.v1;
  const existing = api.store.get('answers', id);
  if (existing && existing.created + kept > api.store.now()) {
    if (existing.request !== hash)
      throw new Refusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      });
    return { status: existing.status, body: existing.body, headers: { 'idempotent-replayed': 'true' } };
  }
  const answer = act();
  if (answer.status < 300 || !pathname.startsWith('/v2/'))
    api.store.put('answers', {
      id,
      request: hash,
      status: answer.status,
      body: answer.body,
      created: api.store.now(),
    });
  return answer;
}

export function inUse(key: string): Answer {
  return refused(
    new Refusal(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotency Key (${key}).`,
    }),
  );
}

export function tooMany(reason: LimitReason, retryAfterSeconds?: number): Answer {
  const refusal = new Refusal(429, { code: 'rate_limit', message: 'Too many requests.' });
  return {
    ...refused(refusal),
    headers: {
      'stripe-rate-limited-reason': reason,
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  };
}

export function serverError(): Answer {
  return refused(new Refusal(500, { type: 'api_error', message: 'An unknown error occurred.' }));
}

function ok(body: object): Answer {
  return { status: 200, body: JSON.stringify(body) };
}

function refused(refusal: Refusal): Answer {
  return { status: refusal.status, body: JSON.stringify(refusal.body) };
}

function asAnswer(act: () => Answer): Answer {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

function readParams({ method, search, pathname, body }: ApiRequest): Params {
  if (method === 'GET') return decodeForm(search.slice(1));
  if (body === '') return {};
  return pathname.startsWith('/v2/') ? (JSON.parse(body) as Params) : decodeForm(body);
}

/** Calls that Stripe advises against for new integrations get a reason instead of "unrecognized". */
const deprecated: Record<string, string> = {
  'POST /v1/charges': 'Create a PaymentIntent instead of a charge.',
  'POST /v1/sources': 'Sources are deprecated. Save a PaymentMethod.',
  'POST /v1/tokens': 'Tokens are deprecated. Save a PaymentMethod.',
  'POST /v1/accounts': 'Create connected accounts with POST /v2/core/accounts.',
  'POST /v1/account_links': 'Create account links with POST /v2/core/account_links.',
};

function unknownRoute({ method, pathname }: ApiRequest): Refusal {
  const reason = deprecated[`${method} ${pathname}`];
  return reason ? invalid(reason) : new Refusal(404, { message: `Unrecognized request URL (${method}: ${pathname}).` });
}

function refuseKey(authorization: string | null, livemode: boolean): void {
  const mode = livemode ? 'live' : 'test';
  if (!authorization || !new RegExp(`^Bearer (?:sk|rk)_${mode}_\\w+$`).test(authorization))
    throw new Refusal(401, { message: 'Invalid API Key provided.' });
}

/**
 * The setting `missingPermissions` lists what a restricted key may not do: a call such as "GET /v1/disputes", or an expansion such as
 * "GET /v1/balance_transactions expand data.source", which needs a separate permission.
 */
function refuseForbidden(store: Store, { method, path }: Route, params: Params): void {
  const name = `${method} ${path}`;
  const parts = [name, ...expansions(params).map((expansion) => `${name} expand ${expansion}`)];
  const missing = store.setting<string[]>('missingPermissions', []).find((entry) => parts.includes(entry));
  if (missing)
    throw new Refusal(403, {
      code: 'more_permissions_required',
      message: `The provided key does not have the required permissions for this endpoint on account 'acct_platform'. It lacks: ${missing}.`,
    });
}

/** The SDK invents a key when the caller gives none. That key is gone once the caller crashes, so it does not count. */
function refuseMissingKey(route: Route, key: string | null): void {
  if (route.movesMoney && (!key || key.startsWith('stripe-node-retry-')))
    throw invalid(`${route.path} moves money: store an idempotency key first, and send it.`);
}
