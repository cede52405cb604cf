import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { directionOf } from '#contract/language/languages.ts';
import { localized } from '#contract/language/localized-path.ts';
import { currentLocale, t } from '#contract/language/text.ts';
import type { InProcessCall } from '#contract/page-renderer.ts';
import { paths, setUpPath } from '#contract/paths.ts';
import type { Site } from '#contract/site.ts';
import { siteTexts } from '#contract/site-texts.ts';
import { referenceOf } from '#contract/values/ids.ts';
import { projectRoot } from '#server/platform/config/project.ts';
import type { AdultViewer } from '#server/platform/http/adult-gate.ts';
import { toAppError, usualRetryAfterS } from '#server/platform/http/errors.ts';
import { type Actor, rawContext } from '#server/platform/http/request-context.ts';
import { htmlHeaders } from '#server/platform/http/security-headers.ts';
import { inLanguage } from '#server/platform/language/in-language.ts';
import type { Languages } from '#server/platform/language/languages.ts';
import { createBoundedQueue } from '#server/platform/limits/bounded-queue.ts';
import { isApi } from '#server/platform/network/own-address.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import { type Bundle, openBuild, openSources } from './bundle.ts';
import { accepts, codingFor, compress } from './content-coding.ts';
import { createFilledPages, type FilledPage } from './filled-pages.ts';
import { plainPage, themeOf } from './plain-page.ts';
import { createRenderers, watchCalls } from './renderers.ts';
import { serviceWorkerHeaders, serviceWorkerScript } from './service-worker.ts';
import { createSharedPages, type Page } from './shared-pages.ts';
import { registerAssets } from './static-assets.ts';
import { sendUnavailablePage } from './unavailable-page.ts';
import { canonicalAddress, isVisitor, languageOf, type Visit, visitOf } from './visit.ts';

export interface PageOptions {
  site: Site;
  languages: Languages;
  log: Logger;
  /** Reaches the API in process on behalf of a request. */
  callerOf: (request: FastifyRequest) => InProcessCall;
  /** Reaches the API in process as any visitor who has, or has not, passed the age gate. */
  visitorCaller: (visit: AdultViewer & { requestId: string }) => InProcessCall;
  /** Calls the listener when pages may have changed. */
  onChange: (listener: () => void) => void;
  /** The server to share with Vite in development. Without it, pages come from the build in dist/. */
  developOn?: FastifyInstance['server'];
}

interface OwnPage {
  page: Page;
  fromShared: FilledPage | null;
}

/**
 * Rendering takes one processor, so more pages at once are not faster: they take more memory, and hold up all other answers. While 600
 * connections asked for pages of signed-in people, `/healthz` waited for 16 s without this limit. Visitors do not wait for pages of signed-in people.
 */
const rendersAtOnce = 8;
/** The last of them waits for about ten seconds. */
const maxWaitingRenders = 1000;

/** The page for a failure of the page renderer itself. */
const lastResort = (brand: string, nonce: string, request: FastifyRequest) =>
  plainPage({
    title: t`Something went wrong | ${{ brand }}`,
    heading: t`Something went wrong`,
    text: t`${{ brand }} could not show this page. Please try again in a moment. If it keeps happening, tell us this reference: ${{ reference: referenceOf(request.id) }}`,
    again: t`Try again`,
    theme: themeOf(request.headers.cookie),
    nonce,
  });

const pathOf = ({ url }: Visit): string => url.split('?', 1)[0] ?? '';

/** The pages of people who must set up a second factor first: that one, and those of a forgotten password. */
const pagesInSetUp: readonly string[] = [
  paths.setUpSecondFactor,
  paths.forgotPassword,
  paths.resetPassword,
  paths.verifyEmail,
];

const tagIn = ({ lang }: { lang?: unknown }) => (typeof lang === 'string' ? lang : undefined);

function webManifest(site: Site) {
  const locale = currentLocale();
  return {
    name: site.brandName,
    short_name: site.brandName,
    ...siteTexts.manifest(),
    id: '/',
    start_url: localized('/'),
    scope: '/',
    lang: locale,
    dir: directionOf(locale),
    display: 'standalone',
    background_color: '#fdf8ef',
    theme_color: '#fdf8ef',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
  };
}

/** The files of the installed app: its manifest, in the language of the page that links to it, and its service worker. */
function registerAppFiles(app: FastifyInstance, bundle: Bundle, { site, languages }: PageOptions): void {
  app.get<{ Querystring: { lang?: unknown } }>('/manifest.webmanifest', (request, reply) => {
    const manifest = inLanguage(languages.ofAddress(tagIn(request.query)), () => webManifest(site));
    return reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600').send(manifest);
  });
  app.get('/sw.js', async (_request, reply) => {
    const script = serviceWorkerScript(site.brandName, languages, await bundle.serviceWorker());
    return reply.headers(serviceWorkerHeaders).send(script);
  });
}

/** Registers all pages and the built files. Register it last: pages answer every GET without a route. */
export async function registerPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { site, languages, log, callerOf, visitorCaller, onChange, developOn } = options;
  if (!developOn) registerAssets(app, join(projectRoot, 'dist/client'));
  const bundle = developOn ? await openSources(app, developOn) : await openBuild();

  registerAppFiles(app, bundle, options);
  const secure = site.publicUrl.startsWith('https:');
  const { render, renderFrame } = createRenderers(bundle, {
    site,
    languages,
    log,
    isDevelopment: developOn !== undefined,
  });
  const asVisitor = ({ seesAdult }: Visit, requestId: string) => visitorCaller({ seesAdult, requestId });

  const forVisitors = createBoundedQueue(rendersAtOnce, maxWaitingRenders);
  const forUsers = createBoundedQueue(rendersAtOnce, maxWaitingRenders);
  const shared = createSharedPages((visit, requestId) =>
    forVisitors(() => render(visit, requestId, { caller: asVisitor(visit, requestId), isUser: false })),
  );
  const filled = createFilledPages((visit, requestId) => renderFrame(visit, asVisitor(visit, requestId)));
  onChange(() => {
    shared.clear();
    filled.clear();
  });

  /** The page of a signed-in person from a shared document; null if there is none, or if it could not be filled. */
  async function readFilled(request: FastifyRequest, visit: Visit, { role }: Actor): Promise<FilledPage | null> {
    const { call, outage } = watchCalls(callerOf(request));
    const page = await filled.read(visit, request.id, { call, role }).catch((error: unknown) => {
      if (toAppError(error).code === 'unavailable') throw error;
      log.error({ err: error, requestId: request.id }, 'could not fill a shared document');
      return null;
    });
    if (outage()) throw outage();
    return page;
  }

  async function renderOwn(request: FastifyRequest, visit: Visit, actor: Actor | null): Promise<OwnPage> {
    const fromShared = actor && !developOn ? await readFilled(request, visit, actor) : null;
    const page = fromShared ?? (await render(visit, request.id, { caller: callerOf(request), isUser: actor !== null }));
    return { page, fromShared };
  }

  /** A signed-in person reads in their own language, unless the address has one. */
  function visitOfPerson(visit: Visit, person: Actor | null): Visit {
    if (visit.hasPrefix || !person || !languages.offered.includes(person.locale)) return visit;
    return { ...visit, locale: person.locale };
  }

  async function sendOwn(request: FastifyRequest, reply: FastifyReply, visited: Visit): Promise<FastifyReply> {
    const { actor, inSetUp } = await rawContext(request);
    const visit = visitOfPerson(visited, actor ?? inSetUp);
    if (inSetUp && !pagesInSetUp.includes(pathOf(visit))) {
      return reply.header('cache-control', 'private, no-store').redirect(setUpPath(request.url), 302);
    }
    const { page, fromShared } = await forUsers(() => renderOwn(request, visit, actor));
    reply.header('cache-control', actor || inSetUp ? 'private, no-store' : 'no-cache');
    if (page.redirect) return reply.redirect(page.redirect, page.status);
    reply
      .headers(page.headers)
      .header('content-language', visit.locale)
      .header('vary', 'Accept-Encoding, Cookie, Sec-Fetch-Site');
    reply.code(page.status);
    if (fromShared && accepts(request, 'gzip')) return reply.header('content-encoding', 'gzip').send(fromShared.gzip());
    const coding = codingFor(request, page.body);
    if (!coding) return reply.send(page.body);
    return reply.header('content-encoding', coding).send(await compress(page.body, coding, 'once'));
  }

  /** Answers with a page that needs neither the database nor the build. */
  function sendFailure(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
    if (toAppError(error).code === 'unavailable') {
      log.warn({ err: error, requestId: request.id }, 'page unavailable');
      return sendUnavailablePage(request, reply, { brandName: site.brandName, secure, retryAfterS: usualRetryAfterS });
    }
    log.error({ err: error, requestId: request.id }, 'could not render a page');
    const nonce = randomBytes(16).toString('base64url');
    const page = lastResort(site.brandName, nonce, request);
    return reply.headers(htmlHeaders(nonce, secure)).code(500).send(page);
  }

  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isApi(request.url)) return reply.callNotFound();
    const visit = visitOf(request, site);
    const canonical = canonicalAddress(visit, request.url);
    if (canonical !== undefined) return reply.header('cache-control', 'no-cache').redirect(canonical, 301);
    try {
      return await (isVisitor(request) && !developOn ? shared.send : sendOwn)(request, reply, visit);
    } catch (error) {
      return inLanguage(languageOf(languages, visit), () => sendFailure(request, reply, error));
    }
  });
}
