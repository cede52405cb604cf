import assert from 'node:assert/strict';
import { z } from 'zod';
import { type ErrorCode, errorStatuses, type SavedState, type Winner } from '#contract/app-error.ts';
import { type AnyEndpoint, type CallInput, endpointUrl, type OutputOf } from '#contract/endpoint.ts';
import { undeclaredKey } from '#server/platform/http/routes.ts';

/** Thrown for an error response; holds its status and body. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly fields: Record<string, string>;
  readonly winner: Winner | undefined;
  readonly current: SavedState | undefined;
  constructor(
    status: number,
    body: {
      code: ErrorCode;
      message: string;
      fields?: Record<string, string>;
      winner?: Winner;
      current?: SavedState;
    },
  ) {
    super(body.message);
    this.name = 'CallRefused';
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.winner = body.winner;
    this.current = body.current;
  }
}

const errorBody = z.strictObject({
  code: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
  message: z.string().min(1),
  fields: z.record(z.string(), z.string()).optional(),
  winner: z
    .strictObject({
      id: z.uuid(),
      username: z.string(),
      displayName: z.string().nullable(),
      action: z.string(),
      at: z.iso.datetime(),
    })
    .optional(),
  current: z.strictObject({ version: z.string().min(1), fields: z.record(z.string(), z.unknown()) }).optional(),
});

export interface TestClient {
  /** Calls an endpoint; the answer is checked against its schema. Throws CallRefused. */
  call<E extends AnyEndpoint>(
    endpoint: E,
    input?: CallInput<E>,
    headers?: Record<string, string>,
  ): Promise<OutputOf<E>>;
  /** Sends a form to a multipart endpoint. */
  form<E extends AnyEndpoint>(endpoint: E, form: FormData, params?: Record<string, unknown>): Promise<OutputOf<E>>;
  /** Any request, with this client's cookies; redirects are not followed. */
  raw(method: string, path: string, init?: RequestInit): Promise<Response>;
  cookies: Map<string, string>;
  /** The IP address that a proxy reports; the server needs `TRUSTED_PROXIES: '127.0.0.1'`. */
  from: string | undefined;
}

/** An HTTP client that keeps cookies as a browser does and checks security headers and schemas of every response. */
export function testClient(baseUrl: string): TestClient {
  const cookies = new Map<string, string>();

  async function raw(method: string, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (client.from) headers.set('x-forwarded-for', client.from);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(new URL(path, baseUrl), { redirect: 'manual', ...init, method, headers });
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line);
    assertSecurityHeaders(response);
    return response;
  }

  async function answerOf<E extends AnyEndpoint>(endpoint: E, response: Response): Promise<OutputOf<E>> {
    const text = await response.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    if (!response.ok) throw new CallRefused(response.status, errorBody.parse(body));
    assert.equal(
      response.status,
      endpoint.status ?? 200,
      `${endpoint.method} ${endpoint.path} answers with an undeclared status`,
    );
    const output = endpoint.output.parse(body);
    assert.equal(
      undeclaredKey(body, output),
      undefined,
      `${endpoint.method} ${endpoint.path} answers with undeclared fields`,
    );
    return output as OutputOf<E>;
  }

  const client: TestClient = {
    cookies,
    from: undefined,
    raw,
    async call(endpoint, input, headers = {}) {
      const { params, query, body } = (input ?? {}) as Record<string, Record<string, unknown> | undefined>;
      const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const response = await raw(endpoint.method, endpointUrl(endpoint, params, query), {
        headers: { ...json, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return answerOf(endpoint, response);
    },
    async form(endpoint, form, params = {}) {
      return answerOf(endpoint, await raw(endpoint.method, endpointUrl(endpoint, params), { body: form }));
    },
  };
  return client;
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) cookies.delete(name);
  else cookies.set(name, pair.slice(at + 1));
}

/** Asserts the headers that every response must have, including errors and files. */
export function assertSecurityHeaders(response: Response): void {
  const of = (name: string) => response.headers.get(name) ?? '';
  assert.equal(of('x-content-type-options'), 'nosniff');
  assert.match(of('referrer-policy'), /^(strict-origin-when-cross-origin|no-referrer)$/);
  assert.match(of('content-security-policy'), /default-src/);
  assert.match(of('content-security-policy'), /frame-ancestors 'none'/);
  assert.notEqual(of('permissions-policy'), '');
  assert.notEqual(of('cross-origin-opener-policy'), '');
  assert.notEqual(of('cross-origin-resource-policy'), '');
}
