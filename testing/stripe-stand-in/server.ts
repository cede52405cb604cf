import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { type Answer, type Api, type ApiRequest, answerRequest, inUse, serverError, tooMany } from './api.ts';
import { makeDuePayouts } from './bank-payouts.ts';
import type { Call } from './call.ts';
import { type Figures, runControl } from './control/control.ts';
import { Deliveries } from './deliveries.ts';
import { createEmitters } from './events.ts';
import { type Fault, Faults } from './faults.ts';
import { decodeForm, type Params } from './form.ts';
import { matchPage } from './pages/pages.ts';
import { RateLimit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import { matchRoute } from './routes.ts';
import { newId, Store } from './store.ts';

interface Options {
  port: number;
  dataDir: string;
  /** Opens /_control, through which tests move the clock, plan faults and open disputes. */
  control: boolean;
  livemode: boolean;
}

/** The stand-in for Stripe: API, hosted pages, webhooks and control API on one port. */
export class StandIn {
  readonly #store: Store;
  readonly #deliveries: Deliveries;
  readonly #options: Options;
  readonly #server: Server;
  readonly #faults: Faults;
  readonly #limit = new RateLimit();
  readonly #requests = new Map<string, number>();
  /** Idempotency keys of requests that run. */
  readonly #running = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    this.#store = new Store(options.dataDir);
    this.#deliveries = new Deliveries(this.#store);
    this.#faults = new Faults(this.#store);
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        response.destroy();
      });
    });
  }

  async listen(): Promise<string> {
    const { port } = this.#options;
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', () => reject(new Error(`Port ${port} is in use by another program.`)));
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    this.#deliveries.wake();
    return this.#origin;
  }

  get #origin(): string {
    const address = this.#server.address();
    const port = address && typeof address === 'object' ? address.port : this.#options.port;
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.#deliveries.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.#store.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    makeDuePayouts(this.#call({}, {}));
    const url = new URL(request.url ?? '/', this.#origin);
    const method = request.method ?? 'GET';
    const page = matchPage(method, url.pathname);
    if (page) return this.#servePage(page, body, response);
    if (this.#options.control && url.pathname.startsWith('/_control/')) {
      const answer = runControl(this.#call({}, {}), this.#figures, url, body);
      await this.#save();
      return send(response, answer);
    }
    return this.#serveApi(readRequest(request, url, body), response);
  }

  async #serveApi(request: ApiRequest, response: ServerResponse): Promise<void> {
    const taken = this.#limit.take(this.#store, routeName(request));
    if (typeof taken === 'string') return send(response, tooMany(taken));
    try {
      await this.#answer(request, response);
    } finally {
      taken();
    }
  }

  async #answer(request: ApiRequest, response: ServerResponse): Promise<void> {
    const fault = this.#faults.pick(request);
    const { key } = request;
    if (key && this.#running.has(key)) return send(response, inUse(key));
    if (key) this.#running.add(key);
    try {
      const delayMs = this.#store.setting('latencyMs', 0) + (fault?.kind === 'slow' ? (fault.delayMs ?? 300) : 0);
      if (delayMs > 0) await sleep(delayMs);
      if (isBefore(fault)) return failBefore(fault, response);
      const answer = answerRequest(this.#api, request, fault?.kind);
      await this.#save();
      send(response, answer, fault);
    } finally {
      if (key) this.#running.delete(key);
    }
  }

  async #servePage(
    page: NonNullable<ReturnType<typeof matchPage>>,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    try {
      const answer = page.run(this.#call(page.path, decodeForm(body)));
      await this.#save();
      response.writeHead(answer.status, {
        'content-type': 'text/html; charset=utf-8',
        ...(answer.location ? { location: answer.location } : {}),
      });
      response.end(answer.html);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      response.writeHead(error.status, { 'content-type': 'text/plain' });
      response.end(error.message);
    }
  }

  /** Resolves when all changes are on the disk; then webhooks may go out. */
  async #save(): Promise<void> {
    this.#store.commit();
    await this.#store.flushed();
    this.#deliveries.wake();
  }

  get #figures(): Figures {
    return { limit: this.#limit, requests: this.#requests, faults: this.#faults.hits };
  }

  get #api(): Api {
    return {
      store: this.#store,
      livemode: this.#options.livemode,
      version: Stripe.API_VERSION,
      createCall: (path, params, request) => this.#call(path, params, request),
      count: (route) => this.#requests.set(route, (this.#requests.get(route) ?? 0) + 1),
    };
  }

  #call(path: Record<string, string>, params: Params, request?: ApiRequest): Call {
    const { livemode } = this.#options;
    const emitters = createEmitters(this.#store, livemode, { id: newId('req_', 14), key: request?.key ?? null });
    return {
      store: this.#store,
      ...emitters,
      path,
      params,
      livemode,
      origin: this.#origin,
      account: request?.account ?? null,
    };
  }
}

function routeName({ method, pathname }: ApiRequest): string | null {
  const route = matchRoute(method, pathname)?.route;
  return route ? `${route.method} ${route.path}` : null;
}

type FaultBefore = Fault & { kind: 'hang_before' | 'reset_before' | 'error_before' | 'rate_limited' };

function isBefore(fault: Fault | null): fault is FaultBefore {
  return fault !== null && (fault.kind.endsWith('_before') || fault.kind === 'rate_limited');
}

function failBefore(fault: FaultBefore, response: ServerResponse): void {
  if (fault.kind === 'reset_before') response.destroy();
  if (fault.kind === 'error_before') send(response, serverError());
  if (fault.kind === 'rate_limited') send(response, tooMany('global-rate', fault.retryAfterSeconds ?? 1));
  // hang_before: the caller waits until its own timeout.
}

function send(response: ServerResponse, answer: Answer, fault: Fault | null = null): void {
  if (fault?.kind === 'hang_after') return;
  if (fault?.kind === 'reset_after') {
    response.destroy();
    return;
  }
  const html = fault?.kind === 'wrong_type';
  response.writeHead(answer.status, {
    'content-type': html ? 'text/html' : 'application/json',
    'request-id': newId('req_', 14),
    'stripe-version': Stripe.API_VERSION,
    ...answer.headers,
  });
  if (html) response.end('<html><body>Bad gateway</body></html>');
  else response.end(fault?.kind === 'malformed' ? answer.body.slice(0, answer.body.length / 2) : answer.body);
}

function readRequest(request: IncomingMessage, url: URL, body: string): ApiRequest {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    method: request.method ?? 'GET',
    pathname: url.pathname,
    search: url.search,
    body,
    key: header('idempotency-key'),
    authorization: header('authorization'),
    version: header('stripe-version'),
    account: header('stripe-account'),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
