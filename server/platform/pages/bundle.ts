import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { PageAssets, PageRenderer } from '#contract/page-renderer.ts';
import { projectRoot } from '#server/platform/config/project.ts';
import { isApi } from '#server/platform/network/own-address.ts';

/** The pages and their files: a build, or the sources in development. */
export interface Bundle {
  entry(): Promise<PageRenderer>;
  /** The text of the stylesheet, and its hash for the Content-Security-Policy. */
  css?: { text: string; hash: string };
  /** The compiled web/service-worker.ts. */
  serviceWorker(): Promise<string>;
  assetsOf: (files: readonly string[]) => PageAssets;
}

interface ManifestChunk {
  file: string;
  name?: string;
  src?: string;
  imports?: string[];
  css?: string[];
}

const entryFile = 'web/entry-client.tsx';

/** A chunk and its static imports, itself first. */
function chunksOf(manifest: Record<string, ManifestChunk>, key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const next of chunk.imports ?? []) chunksOf(manifest, next, seen);
  return seen;
}

function readManifest(manifest: Record<string, ManifestChunk>, catalogues: string): Bundle['assetsOf'] {
  const files = Object.values(manifest);
  const address = (file: string) => `/${file}`;
  const entry = manifest[entryFile];
  if (!entry) throw new Error(`the client build has no ${entryFile}; run the build again`);
  const styles = files.filter(({ file }) => file.endsWith('.css')).map(({ file }) => address(file));
  const fonts = files
    .filter(({ file }) => /latin-wght-normal[^/]*\.woff2$/.test(file))
    .map(({ file }) => address(file));
  const entryChunks = chunksOf(manifest, entryFile);
  const cache = new Map<string, PageAssets>();
  return (files) => {
    const cacheKey = files.join();
    let assets = cache.get(cacheKey);
    if (!assets) {
      const chunks = new Set([...entryChunks, ...files.flatMap((file) => [...chunksOf(manifest, file)])]);
      chunks.delete(entry.file);
      assets = { scripts: [address(entry.file)], styles, fonts, preloads: [...chunks].map(address), catalogues };
      cache.set(cacheKey, assets);
    }
    return assets;
  };
}

/** The source expression that allows an inline script or style with this text. */
export const sourceHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Opens the build in dist/. */
export async function openBuild(): Promise<Bundle> {
  const client = join(projectRoot, 'dist/client');
  const manifest = JSON.parse(await readFile(join(client, '.vite/manifest.json'), 'utf8'));
  const entry = (await import(pathToFileURL(join(projectRoot, 'dist/server/entry-server.js')).href)) as PageRenderer;
  const languages = await readFile(join(client, '.vite/languages.json'), 'utf8').catch(() => '{"hash":"none"}');
  const assetsOf = readManifest(manifest, `/assets/language/${JSON.parse(languages).hash}`);
  const styles = assetsOf([]).styles.map((address) => readFile(join(client, address), 'utf8'));
  const css = (await Promise.all(styles)).join('');
  const serviceWorker = await readFile(join(projectRoot, 'dist/service-worker/service-worker.js'), 'utf8');
  return {
    entry: async () => entry,
    assetsOf,
    css: { text: css, hash: sourceHash(css) },
    serviceWorker: async () => serviceWorker,
  };
}

/** Runs Vite inside this server, which serves and renders the sources on disk. */
export async function openSources(app: FastifyInstance, server: Server): Promise<Bundle> {
  const { createServer, isRunnableDevEnvironment } = await import('vite');
  const vite = await createServer({
    root: projectRoot,
    configFile: join(projectRoot, 'vite.config.ts'),
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
      catalogues: '/assets/language/dev',
      preamble,
    }),
  };
}
