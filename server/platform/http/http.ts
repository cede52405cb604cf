import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { languageHeader } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { apiLimits } from '#contract/programs/api-limits.ts';
import { tokenCallsPerMinute } from '#contract/token-limits.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Module } from '#server/platform/module.ts';
import { isApi, readableAddress } from '#server/platform/network/own-address.ts';
import type { Platform } from '#server/platform/platform.ts';
import { ageCookie, seesAdult } from './adult-gate.ts';
import { bearerOf, guardTokens, readToken } from './api-tokens.ts';
import { limitBodyTime } from './body-time.ts';
import { limitConnections } from './connections.ts';
import { cookieName, parseCookies, replyCookies } from './cookies.ts';
import { errorHandler, sendError } from './errors.ts';
import { createFormMemory, type FormMemory, readForm } from './form.ts';
import { hasOneHost } from './host-header.ts';
import { guardRawCalls } from './raw-access.ts';
import { answerBrokenRequest, refuseTunnel } from './refused-connections.ts';
import { type RequestContext, type SessionReaders, sessionCookie } from './request-context.ts';
import { logRequests } from './request-log.ts';
import { registerRoute } from './routes.ts';
import { isOwnRequest, securityHeaders } from './security-headers.ts';
import { asksForWebSocket, opensSocket } from './socket-upgrades.ts';
import { traceRequests } from './trace-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts bodies that arrive slowly (uploads). Other bodies must arrive within seconds. */
    slowBody?: boolean;
    /** An endpoint, which reads API tokens. All other routes refuse them. */
    takesTokens?: boolean;
    /** Accepts requests from other sites: signed webhooks, and pages with a secret URL. Never combined with the session. */
    fromAnywhere?: boolean;
    /** The answer lasts as long as the client reads, so its duration says nothing. */
    isStream?: boolean;
  }
}

export interface HttpOptions extends Pick<Platform, 'config' | 'log' | 'metrics' | 'tracing' | 'limits' | 'languages'> {
  sessions: SessionReaders;
  /** Whether Vite also opens WebSockets on this server (`npm run dev`). */
  hotReload?: boolean;
}

export interface HttpServer {
  app: FastifyInstance;
  /** Calls the listener before the server answers a signed-in person's successful change. */
  onChange(listener: () => void): void;
  /** Adds the endpoints and raw routes of the modules. */
  mount(modules: readonly Module[]): void;
  /** Resolves to the URL to open. */
  listen(): Promise<string>;
  /** True once the process is shutting down. */
  isStopping(): boolean;
  markStopping(): void;
  /** Stops accepting requests and lets running ones end. */
  close(): Promise<void>;
}

const severalHosts = () =>
  appError('validation_failed', { message: () => 'The request must have exactly one Host header.' });
const longestParam = 300;
/**
 * "storage" deletes drafts, tab storage and service workers of this origin. "cookies" would delete too much: the theme, the answer to
 * the age gate, and the sessions of other sites on the same registrable domain. "cache" would stall Chromium for seconds while it walks
 * its whole cache (issues.chromium.org/41343050), and pages and responses of signed-in people are `no-store` anyway. Browsers obey the
 * header on https and localhost only; web/data/clear-device.ts covers plain http.
 */
const storageOnly = '"storage"';
const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Creates the web server, without the routes of modules. */
export function createHttp(options: HttpOptions): HttpServer {
  const { config, log } = options;
  let stopping = false;
  const listeners: (() => void)[] = [];
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // Every line names its requestId itself, and a logger per request takes a fifteenth of the time of a shared page.
    childLoggerFactory: (logger) => logger,
    // request-log.ts logs each request, without its query.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: apiLimits.jsonBodyBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    requestTimeout: 300_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 15_000,
      maxHeaderSize: 16 * 1024,
      shouldUpgradeCallback: options.hotReload ? asksForWebSocket : opensSocket,
    },
    return503OnClosing: false,
    routerOptions: { maxParamLength: longestParam },
    // So that an unreadable page URL gets an HTML page that says it does not exist.
    rewriteUrl: ({ url = '/' }) => (isApi(url) ? url : readableAddress(url)),
    frameworkErrors: (_error, request, reply) => {
      reply.headers(securityHeaders(config.secure));
      // A URL that is too long or wrongly encoded names nothing.
      sendError(reply, hasOneHost(request.raw) ? appError('not_found') : severalHosts());
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, config.secure),
  });
  app.server.on('connect', (_request, socket) => refuseTunnel(socket, config.secure));
  acceptOnlyJson(app);
  app.register(cookie);
  const knownRoutes = collectRoutes(app);
  addRequestHooks(app, options, {
    isStopping: () => stopping,
    onChange: () => {
      for (const listener of listeners) listener();
    },
  });
  app.setErrorHandler(errorHandler({ log, brandName: config.brandName, secure: config.secure }));
  app.setNotFoundHandler((request, reply) => notFound(request, reply, knownRoutes));

  return {
    app,
    onChange: (listener) => void listeners.push(listener),
    mount: (modules) => mountModules(app, modules, options),
    async listen() {
      limitConnections(app.server, log);
      await app.listen({ port: config.port, host: config.host });
      return `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${(app.server.address() as AddressInfo).port}`;
    },
    isStopping: () => stopping,
    markStopping: () => {
      stopping = true;
    },
    close: () => app.close(),
  };
}

function mountModules(
  app: FastifyInstance,
  modules: readonly Module[],
  { config, limits, sessions }: HttpOptions,
): void {
  const policy = {
    checkOutput: config.nodeEnv !== 'production',
    perActor: limits.limiter('api per person', { points: 1200, perMs: 60_000 }),
    perToken: limits.limiter('api per token', { points: tokenCallsPerMinute, perMs: 60_000 }),
    perAddress: limits.limiter('api per address', { points: 12_000, perMs: 60_000 }),
    reportRefusal: sessions.reportRefusal,
  };
  const routes = modules.flatMap((module) => module.routes);
  for (const route of routes) if (route.endpoint.bodyKind !== 'multipart') registerRoute(app, route, policy);
  // Only this scope parses forms. Elsewhere they get a 415.
  app.register((scope, _options, done) => {
    // readForm refuses a large file after its last byte; the plugin's own refusal would break the connection.
    void scope.register(multipart, { throwFileSizeLimit: false }).after(() => {
      for (const route of routes) if (route.endpoint.bodyKind === 'multipart') registerRoute(scope, route, policy);
    });
    done();
  });
  for (const { raw = [], rawCalls = [] } of modules) {
    for (const addRoutes of raw) {
      app.register((scope, _options, done) => {
        guardRawCalls(scope, rawCalls, sessions);
        addRoutes(scope);
        done();
      });
    }
  }
}

function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, String(body), done);
  });
}

function addRequestHooks(
  app: FastifyInstance,
  { config, log, metrics, tracing, sessions, languages }: HttpOptions,
  { isStopping, onChange }: { isStopping: () => boolean; onChange: () => void },
): void {
  const headers = securityHeaders(config.secure);
  const forms = createFormMemory();
  traceRequests(app, tracing);
  app.decorateRequest('fanfare');
  // Callbacks, because a promise for each hook of each request costs noticeable time.
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('X-Request-Id', request.id);
    request.fanfare = {
      context: undefined,
      readContext: () => readContext(request, reply, { config, sessions, forms }),
      language: languages.of(request.headers[languageHeader]),
    };
    if (request.url.startsWith('/api/')) {
      reply.header('Vary', 'Authorization, Cookie, Origin, Sec-Fetch-Site');
      if (isPersonal(request, config)) reply.header('Cache-Control', 'no-store');
    }
    if (!hasOneHost(request.raw)) throw severalHosts();
    guardTokens(request);
    if (unsafe.has(request.method)) guardChange(request, reply, config);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (isStopping()) reply.header('Connection', 'close');
    if (unsafe.has(request.method) && reply.statusCode < 400 && isPersonal(request, config)) onChange();
    done(null, payload);
  });
  logRequests(app, { log, metrics });
}

/** A request that may change something must come from our pages or from no browser, and its body must arrive in time. */
function guardChange(request: FastifyRequest, reply: FastifyReply, config: Config): void {
  const { slowBody, fromAnywhere } = request.routeOptions.config;
  if (!fromAnywhere && !isOwnRequest(request.headers, config.publicUrl)) throw appError('cross_origin');
  // An empty body has no type, whatever a client library declares.
  if (request.headers['content-length'] === '0') delete request.headers['content-type'];
  if (!slowBody) limitBodyTime(request, reply);
}

/** Whether a request has a session or a token. */
function isPersonal({ headers }: FastifyRequest, config: Config): boolean {
  return (
    bearerOf(headers) !== undefined ||
    parseCookies(headers.cookie)[cookieName(sessionCookie, config.secure)] !== undefined
  );
}

async function readContext(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, sessions, forms }: { config: Config; sessions: SessionReaders; forms: FormMemory },
): Promise<RequestContext> {
  const cookies = replyCookies(request, reply, config.secure);
  const session = cookies.get(sessionCookie);
  const byToken = await readToken(request, sessions, session !== undefined);
  const signedIn = session ? await sessions.readAnySession(session) : null;
  return {
    actor: signedIn?.mustSetUp ? null : signedIn,
    inSetUp: signedIn?.mustSetUp ? signedIn : null,
    byToken,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    requestId: request.id,
    seesAdult: seesAdult(config, cookies.get(ageCookie)),
    cookies,
    clearStorage: () => void reply.header('Clear-Site-Data', storageOnly),
    readForm: (options) => readForm(request, options, forms),
  };
}

type KnownRoute = { pattern: RegExp; methods: Set<string> };

/** Collects each API path with its methods, to distinguish a wrong method from a wrong path. */
function collectRoutes(app: FastifyInstance): KnownRoute[] {
  const byPath = new Map<string, KnownRoute>();
  const list: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/')) return;
    let entry = byPath.get(url);
    if (!entry) {
      const source = url
        .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
        .replace(/:\w+/g, `[^/]{1,${longestParam}}`)
        .replaceAll('*', '.*');
      entry = { pattern: new RegExp(`^${source}$`), methods: new Set() };
      byPath.set(url, entry);
      list.push(entry);
    }
    for (const name of [method].flat()) entry.methods.add(name);
  });
  return list;
}

function notFound(request: FastifyRequest, reply: FastifyReply, knownRoutes: KnownRoute[]): FastifyReply {
  const path = request.url.split('?', 1)[0] ?? '';
  const methods = new Set(
    knownRoutes.filter(({ pattern }) => pattern.test(path)).flatMap((entry) => [...entry.methods]),
  );
  if (methods.size === 0) return sendError(reply, appError('not_found'));
  reply.header('Allow', [...methods].join(', '));
  return sendError(reply, appError('method_not_allowed'));
}
