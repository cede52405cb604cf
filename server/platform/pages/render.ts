import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import { drawnChoices } from '#contract/device-choices.ts';
import type { InProcessCall, PageAssets, PageRenderer, RenderedPage } from '#contract/page-renderer.ts';
import type { Site } from '#contract/site.ts';
import { siteTexts } from '#contract/site-texts.ts';
import { referenceOf } from '#contract/values/ids.ts';
import { toAppError, usualRetryAfterS } from '#server/platform/http/errors.ts';
import { actorOf } from '#server/platform/http/request-context.ts';
import { htmlHeaders } from '#server/platform/http/security-headers.ts';
import { isApi } from '#server/platform/network/own-address.ts';
import { compressPage } from './compress-page.ts';
import { plainPage, themeOf } from './plain-page.ts';
import { serviceWorkerHeaders, serviceWorkerScript } from './service-worker.ts';
import { registerAssets } from './static-assets.ts';
import { sendUnavailablePage } from './unavailable-page.ts';
import { utf8Of } from './utf8.ts';

interface Bundle {
  entry(): Promise<PageRenderer>;
  /** The text of the stylesheet. */
  css?: string;
  /** The compiled web/service-worker.ts. */
  serviceWorker(): Promise<string>;
  assetsOf: (file: string | undefined) => PageAssets;
}

interface ManifestChunk {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

const root = join(import.meta.dirname, '..', '..', '..');
const entryFile = 'web/entry-client.tsx';

/** A chunk and its static imports, itself first. */
function chunksOf(manifest: Record<string, ManifestChunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) chunksOf(manifest, next, seen);
  return seen;
}

function readManifest(manifest: Record<string, ManifestChunk>): Bundle['assetsOf'] {
  const files = Object.values(manifest);
  const address = (file: string) => `/${file}`;
  const entry = manifest[entryFile];
  if (!entry) throw new Error(`the client build has no ${entryFile}; run the build again`);
  const styles = files.filter(({ file }) => file.endsWith('.css')).map(({ file }) => address(file));
  const fonts = files
    .filter(({ file }) => /latin-wght-normal[^/]*\.woff2$/.test(file))
    .map(({ file }) => address(file));
  const entryChunks = chunksOf(manifest, entryFile);
  const cache = new Map<string | undefined, PageAssets>();
  return (file) => {
    let assets = cache.get(file);
    if (!assets) {
      const chunks = new Set([...entryChunks, ...(file ? chunksOf(manifest, file) : [])]);
      chunks.delete(entry.file);
      assets = { scripts: [address(entry.file)], styles, fonts, preloads: [...chunks].map(address) };
      cache.set(file, assets);
    }
    return assets;
  };
}

async function openBuild(): Promise<Bundle> {
  const client = join(root, 'dist/client');
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'));
  const entry = (await import(pathToFileURL(join(root, 'dist/server/entry-server.js')).href)) as PageRenderer;
  const assetsOf = readManifest(manifest);
  const styles = assetsOf(undefined).styles.map((address) => readFile(join(client, address), 'utf8'));
  const serviceWorker = await readFile(join(root, 'dist/service-worker/service-worker.js'), 'utf8');
  return {
    entry: async () => entry,
    assetsOf,
    css: (await Promise.all(styles)).join(''),
    serviceWorker: async () => serviceWorker,
  };
}

/** Runs Vite inside this server, which serves and renders the sources on disk. */
async function openSources(app: FastifyInstance, server: Server): Promise<Bundle> {
  const { createServer, isRunnableDevEnvironment } = await import('vite');
  const vite = await createServer({
    root,
    configFile: join(root, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    const path = request.url;
    if (isApi(path)) done();
    else vite.middlewares(request.raw, reply.raw, (error?: unknown) => done(error as Error | undefined));
  });
  const preamble =
    'import{injectIntoGlobalHook as i}from"/@react-refresh";i(window);window.$RefreshReg$=()=>{};window.$RefreshSig$=()=>t=>t;';
  return {
    entry: () => {
      // Read each time: Vite restarts with another runner when its settings change.
      const { ssr } = vite.environments;
      if (!ssr || !isRunnableDevEnvironment(ssr)) throw new Error('this Vite cannot run server code');
      return ssr.runner.import<PageRenderer>('/web/entry-server.tsx');
    },
    serviceWorker: async () => (await vite.environments.client.transformRequest('/web/service-worker.ts'))?.code ?? '',
    assetsOf: () => ({
      scripts: ['/@vite/client', `/${entryFile}`],
      styles: ['/web/styles/app.css'],
      preloads: [],
      fonts: [],
      preamble,
    }),
  };
}

export interface PageOptions {
  site: Site;
  /** Reaches the API in process on behalf of a request. */
  callerOf: (request: FastifyRequest) => InProcessCall;
  /** The server to share with Vite in development. Without it, pages come from the build in dist/. */
  developOn?: Server;
}

function choicesOf(request: FastifyRequest): string[] {
  const given = (request.headers.cookie ?? '').split(/;\s*/);
  return drawnChoices.filter((name) => given.includes(`${name}=on`));
}

const fromOutside = new Set<unknown>(['none', 'cross-site', 'same-site']);

/** Includes the stylesheet in the page for visitors from other sites, which saves one round trip on a first visit. */
function assetsFor(request: FastifyRequest, { assetsOf, css }: Bundle): Bundle['assetsOf'] {
  if (!css || !fromOutside.has(request.headers['sec-fetch-site'])) return assetsOf;
  return (file) => ({ ...assetsOf(file), styles: [], inlineCss: css });
}

/** The page for a failure of the page renderer itself. */
const lastResort = (brand: string, nonce: string, request: FastifyRequest) =>
  plainPage({
    title: `Something went wrong | ${brand}`,
    heading: 'Something went wrong',
    text: `${brand} could not show this page. Please try again in a moment. If it keeps happening, tell us this reference: ${referenceOf(request.id)}`,
    again: 'Try again',
    theme: themeOf(request.headers.cookie),
    nonce,
  });

/** Wraps the caller and remembers whether one of its calls was refused as `unavailable`. */
function watchCalls(call: InProcessCall): { call: InProcessCall; wasUnavailable: () => boolean } {
  let isUnavailable = false;
  return {
    wasUnavailable: () => isUnavailable,
    async call(endpoint, input) {
      try {
        return await call(endpoint, input);
      } catch (error) {
        isUnavailable ||= toAppError(error).code === 'unavailable';
        throw error;
      }
    },
  };
}

function webManifest(site: Site) {
  return {
    name: site.brandName,
    short_name: site.brandName,
    ...siteTexts.manifest,
    id: '/',
    start_url: '/',
    scope: '/',
    lang: 'en',
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

/** Registers all pages and the built files. Register it last: pages answer every GET without a route. */
export async function registerPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  const { site, callerOf, developOn } = options;
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'public, max-age=3600').send(webManifest(site)),
  );
  if (!developOn) await registerAssets(app, join(root, 'dist/client'));
  const bundle = developOn ? await openSources(app, developOn) : await openBuild();

  app.get('/sw.js', async (_request, reply) => {
    const script = serviceWorkerScript(site.brandName, await bundle.serviceWorker());
    return reply.headers(serviceWorkerHeaders).send(script);
  });

  const secure = site.publicUrl.startsWith('https:');
  const unavailable = (request: FastifyRequest, reply: FastifyReply) =>
    sendUnavailablePage(request, reply, { brandName: site.brandName, secure, retryAfterS: usualRetryAfterS });

  app.get('/*', async (request: FastifyRequest, reply: FastifyReply) => {
    if (isApi(request.url)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64url');
    const { call, wasUnavailable } = watchCalls(callerOf(request));
    try {
      const actor = await actorOf(request);
      const { render } = await bundle.entry();
      const user = actor ? ((await call(getCurrentUser, {})) as CurrentUser) : null;
      const theme = themeOf(request.headers.cookie);
      const choices = choicesOf(request);
      const page = await render({
        url: request.url,
        requestId: request.id,
        call,
        user,
        site,
        nonce,
        theme,
        choices,
        assetsOf: assetsFor(request, bundle),
      });
      // A page with failed reads would look empty.
      if (wasUnavailable()) return unavailable(request, reply);
      reply.headers(htmlHeaders(nonce, secure)).header('cache-control', actor ? 'private, no-store' : 'no-cache');
      return await sendPage(request, reply, page);
    } catch (error) {
      if (toAppError(error).code === 'unavailable') {
        request.log.warn({ err: error, requestId: request.id }, 'page unavailable');
        return unavailable(request, reply);
      }
      request.log.error({ err: error, requestId: request.id }, 'could not render a page');
      reply.headers(htmlHeaders(nonce, secure));
      return reply.code(500).send(lastResort(site.brandName, nonce, request));
    }
  });
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, page: RenderedPage) {
  if (page.redirect) return reply.redirect(page.redirect, page.status);
  if (page.fault) request.log.error({ err: page.fault, requestId: request.id }, 'page failed');
  const { body, encoding } = await compressPage(utf8Of(page.html), request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.code(page.status).header('vary', 'Accept-Encoding, Cookie, Origin, Sec-Fetch-Site').send(body);
}
