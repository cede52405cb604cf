import type { FastifyInstance } from 'fastify';
import { siteOf } from '#server/platform/config/site.ts';
import { createHttp, type HttpServer } from '#server/platform/http/http.ts';
import { openApiRoutes } from '#server/platform/http/openapi.ts';
import { rawContext } from '#server/platform/http/request-context.ts';
import { inProcessClient, visitorContext } from '#server/platform/http/routes.ts';
import { loadDetection } from '#server/platform/language/language-of-text.ts';
import type { Module } from '#server/platform/module.ts';
import { healthCalls, healthRoutes } from '#server/platform/observability/health.ts';
import { registerPages } from '#server/platform/pages/render.ts';
import { closePlatform } from './open-platform.ts';
import type { Platform } from './platform.ts';

/** The source of pages: the build in dist/, Vite with the sources, or none (API only). */
export type Pages = 'build' | 'sources' | 'none';

export interface ServeOptions {
  pages: Pages;
  /** Whether no real money moves; pages then say so. */
  testCards: Parameters<typeof siteOf>[1];
  /** This node runs no job before it settles: another application in this process runs them until then. */
  jobsAfter?: Promise<void> | undefined;
  /** False in a process that only runs jobs and leaves the port to its web processes. */
  listens?: boolean;
}

export interface Running {
  /** The bound address by number; visitors use PUBLIC_URL. */
  url: string;
  app: FastifyInstance;
  /** Fails the readiness check, closes sockets, lets requests and jobs end, and closes the database, within 25 seconds. */
  stop(options?: { noticeMs?: number }): Promise<void>;
}

const requestsWithinMs = 8000;

/** Starts jobs, modules and the web server. With ROLE=worker only health and metrics are served. */
export async function serve(platform: Platform, modules: readonly Module[], options: ServeOptions): Promise<Running> {
  const { config, db, jobs, live, metrics, http: sessions } = platform;
  const http = createHttp({ ...platform, sessions, hotReload: options.pages === 'sources' });
  const web = config.role !== 'worker';
  const routes = web ? modules.flatMap((module) => module.routes) : [];
  const own: Module = { routes: [], raw: [healthRoutes(platform, http.isStopping)], rawCalls: healthCalls };
  const rawCalls = [...modules, own].flatMap((module) => module.rawCalls ?? []);
  const webhooks = modules.flatMap((module) => module.webhooks ?? []);
  if (web)
    own.raw?.push(openApiRoutes({ routes, rawCalls, webhooks }, { title: config.brandName, url: config.publicUrl }));
  http.mount(web ? [own, ...modules] : [own]);
  if (web && options.pages !== 'none') {
    http.app.register((app, _options, done) => {
      addPages(app, http, { ...options, platform, routes }).then(() => done(), done);
    });
  }
  db.watch();
  // Loads the pages while the database prepares the queues.
  await Promise.all([http.app.ready(), jobs.start({ workAfter: options.jobsAfter })]);
  for (const module of modules) await module.start?.();
  if (web) {
    const sockets = modules.flatMap((module) => module.sockets ?? []);
    await live.attach(http.app.server, sockets);
    metrics.gauge('fanfare_sockets', 'Sockets of people who are signed in, on this node', () => live.count(), 'sum');
  }
  const url = options.listens === false ? config.publicUrl : await http.listen();
  // Now, while there are hardly any requests, because it stops all others of this process until it is loaded.
  if (web) void loadDetection();

  return {
    url,
    app: http.app,
    async stop({ noticeMs = 0 } = {}) {
      http.markStopping();
      await new Promise((resolve) => setTimeout(resolve, noticeMs));
      await live.close();
      const { server } = http.app;
      // Otherwise, keep-alive would hold idle connections open for a minute.
      const sweeping = setInterval(() => server.closeIdleConnections(), 50);
      const impatient = setTimeout(() => server.closeAllConnections(), requestsWithinMs);
      await http.close();
      clearInterval(sweeping);
      clearTimeout(impatient);
      await Promise.all([jobs.stop(), ...modules.map((module) => module.stop?.())]);
      await closePlatform(platform);
    },
  };
}

async function addPages(
  app: FastifyInstance,
  http: HttpServer,
  { platform, routes, pages, testCards }: ServeOptions & { platform: Platform; routes: Module['routes'] },
): Promise<void> {
  const { config, languages, live, log } = platform;
  await registerPages(app, {
    languages,
    site: siteOf(config, testCards),
    log,
    callerOf: (request) => async (endpoint, input) => {
      const call = inProcessClient(routes, await rawContext(request));
      return call(endpoint, input as never);
    },
    visitorCaller: (visit) => {
      const call = inProcessClient(routes, visitorContext(visit));
      return (endpoint, input) => call(endpoint, input as never);
    },
    onChange: (listener) => {
      http.onChange(listener);
      live.onUpdate(listener);
    },
    ...(pages === 'sources' ? { developOn: app.server } : {}),
  });
}
