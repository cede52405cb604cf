import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Stripe from 'stripe';
import type { Call, Route } from './call.ts';
import { Deliveries } from './deliveries.ts';
import { createEmitters, type DeliveryPlan } from './events.ts';
import { expand } from './expand.ts';
import { decodeForm, type Params } from './form.ts';
import { expansions } from './lists.ts';
import { matchPage } from './pages/pages.ts';
import { Refusal } from './refusal.ts';
import { matchRoute } from './routes.ts';
import { newId, Store } from './store.ts';

export interface Options {
  port: number;
  dataDir: string;
  /** Opens /_control, through which tests move the clock, plan faults and open disputes. */
  control: boolean;
  livemode: boolean;
}

interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** The stand-in for Stripe: API, hosted pages, webhooks and control API on one port. */
export class StandIn {
  readonly store: Store;
  readonly deliveries: Deliveries;
  readonly #options: Options;
  readonly #server: Server;
  plan: DeliveryPlan = () => [0];

  constructor(options: Options) {
    this.#options = options;
    this.store = new Store(options.dataDir);
    this.deliveries = new Deliveries(this.store);
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
        response.destroy();
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(this.#options.port, '127.0.0.1', resolve));
    this.deliveries.wake();
    return this.origin;
  }

  get origin(): string {
    const address = this.#server.address();
    const port = address && typeof address === 'object' ? address.port : this.#options.port;
    return `http://127.0.0.1:${port}`;
  }

  async close(): Promise<void> {
    this.deliveries.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    await this.store.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    const url = new URL(request.url ?? '/', this.origin);
    const page = matchPage(request.method ?? 'GET', url.pathname);
    if (page) return this.#servePage(page, body, response);
    const answer = this.#api(request, url, body);
    this.store.commit();
    await this.store.flushed();
    this.deliveries.wake();
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': newId('req_', 14),
      'stripe-version': Stripe.API_VERSION,
      ...answer.headers,
    });
    response.end(answer.body);
  }

  async #servePage(
    page: NonNullable<ReturnType<typeof matchPage>>,
    body: string,
    response: ServerResponse,
  ): Promise<void> {
    const call = this.call(page.path, decodeForm(body), null);
    const answer = run(() => page.run(call));
    this.store.commit();
    await this.store.flushed();
    this.deliveries.wake();
    if (answer instanceof Refusal) {
      response.writeHead(answer.status, { 'content-type': 'text/plain' });
      response.end(answer.message);
      return;
    }
    response.writeHead(answer.status, {
      'content-type': 'text/html; charset=utf-8',
      ...(answer.location ? { location: answer.location } : {}),
    });
    response.end(answer.html);
  }

  call(path: Record<string, string>, params: Params, account: string | null, key: string | null = null): Call {
    const { store } = this;
    const { livemode } = this.#options;
    const emitters = createEmitters(store, livemode, this.plan, { id: newId('req_', 14), key });
    return { store, ...emitters, path, params, livemode, origin: this.origin, account };
  }

  #api(request: IncomingMessage, url: URL, body: string): Answer {
    const key = header(request, 'idempotency-key');
    const outcome = run(() => {
      refuseKey(header(request, 'authorization'), this.#options.livemode);
      const match = matchRoute(request.method ?? 'GET', url.pathname);
      if (!match) throw new Refusal(404, { message: `Unrecognized request URL (${request.method}: ${url.pathname}).` });
      refuseMissingKey(match.route, key);
      const params = readParams(request, url, body);
      return this.#once(key && request.method === 'POST' ? key : null, `${url.pathname} ${body}`, () => {
        const call = this.call(match.path, params, header(request, 'stripe-account'), key);
        return asAnswer(() => expand(this.store, match.route.run(call), expansions(params)));
      });
    });
    return outcome instanceof Refusal ? refused(outcome) : outcome;
  }

  /** Runs a request once per idempotency key, and answers its repetitions with the first answer. */
  #once(key: string | null, request: string, act: () => Answer): Answer {
    if (key === null) return act();
    const hash = createHash('sha256').update(request).digest('hex');
    const known = this.store.get('answers', key);
    if (known) {
      if (known.request !== hash)
        throw new Refusal(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        });
      return { status: known.status, body: known.body, headers: { 'idempotent-replayed': 'true' } };
    }
    const answer = act();
    this.store.put('answers', {
      id: key,
      request: hash,
      status: answer.status,
      body: answer.body,
      created: this.store.now(),
    });
    return answer;
  }
}

function asAnswer(act: () => object): Answer {
  const outcome = run(act);
  return outcome instanceof Refusal ? refused(outcome) : { status: 200, body: JSON.stringify(outcome) };
}

function refused(refusal: Refusal): Answer {
  return { status: refusal.status, body: JSON.stringify(refusal.body) };
}

function run<T>(act: () => T): T | Refusal {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function header(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function readParams(request: IncomingMessage, url: URL, body: string): Params {
  if (request.method === 'GET') return decodeForm(url.search.slice(1));
  if (body === '') return {};
  return url.pathname.startsWith('/v2/') ? (JSON.parse(body) as Params) : decodeForm(body);
}

function refuseKey(authorization: string | null, livemode: boolean): void {
  const mode = livemode ? 'live' : 'test';
  if (!authorization || !new RegExp(`^Bearer (?:sk|rk)_${mode}_\\w+$`).test(authorization))
    throw new Refusal(401, { message: 'Invalid API Key provided.' });
}

/** The SDK makes a key of its own when the caller gives none; that key does not survive a crash of the caller. */
function refuseMissingKey(route: Route, key: string | null): void {
  if (route.movesMoney && (!key || key.startsWith('stripe-node-retry-')))
    throw new Refusal(400, { message: `${route.path} moves money: send an idempotency key that is stored first.` });
}
