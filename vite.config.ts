import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { catalogues } from './scripts/vite/catalogues.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { zodWithoutEval } from './scripts/vite/zod-without-eval.ts';

/**
 * Puts the modules that these files import into one chunk, with everything that those need. One file compresses better than many small ones:
 * it saves 10 KB on the pool page.
 */
const importsOf = (name: string, ...files: string[]) => ({
  name: (id: string, build: Rolldown.ChunkingContext) =>
    build.getModuleInfo(id)?.importers.some((importer) => files.some((file) => importer.endsWith(file))) ? name : null,
});

/** Our modules that these files import, directly or not, before the page starts. */
function reachOf(files: readonly string[], build: Rolldown.ChunkingContext): Set<string> {
  const reached = new Set(files.map((file) => join(import.meta.dirname, file)));
  // An index of a package would reach all of it.
  for (const file of reached)
    for (const imported of build.getModuleInfo(file)?.importedIds ?? [])
      if (!imported.includes('node_modules')) reached.add(imported);
  return reached;
}

/** The modules that both first loads need. The landing page alone needs the rest of what it imports. */
function sharedOf(id: string, build: Rolldown.ChunkingContext): string | null {
  const isShared =
    // Icons that both show.
    /\/icons\/(?:compass|sparkles)\.mjs$/.test(id) ||
    (reachOf(['web/pages/landing-page.tsx'], build).has(id) &&
      reachOf(['web/pages/pool-page.tsx', 'web/shell/app-shell.tsx'], build).has(id));
  return isShared ? 'shared' : null;
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  publicDir: 'web/public',
  clearScreen: false,
  plugins: [zodWithoutEval(), react(), tailwindcss(), catalogues(), precompress()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // With so few files a preloader costs more than it saves. The server lists the files of the first page.
    modulePreload: false,
    reportCompressedSize: false,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        cssCodeSplit: false,
        rolldownOptions: {
          input: 'web/entry-client.tsx',
          output: {
            // The entry names every file, and hexadecimal hashes of eight characters compress better than the default ones.
            hashCharacters: 'hex',
            // The first loads of the landing page and the pool page (e2e/first-load.e2e.ts). Code of other pages is split automatically.
            codeSplitting: {
              groups: [
                { name: 'base', tags: ['$initial'], priority: 2 },
                { name: sharedOf, priority: 1 },
                importsOf('pool', '/web/pages/pool-page.tsx', '/web/shell/app-shell.tsx'),
                importsOf('landing', '/web/pages/landing-page.tsx'),
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The build bundles everything with React's production code, regardless of NODE_ENV at run time. The development code
      // renders at a third of the speed.
      ...(command === 'build'
        ? { resolve: { noExternal: true as const }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
        : {}),
      build: { outDir: 'dist/server', ssr: 'web/entry-server.tsx', copyPublicDir: false, emitAssets: false },
    },
    // A separate classic script, which the browser registers beside the page.
    service_worker: {
      consumer: 'client',
      build: {
        outDir: 'dist/service-worker',
        copyPublicDir: false,
        rolldownOptions: {
          input: 'web/service-worker.ts',
          output: { format: 'iife', entryFileNames: 'service-worker.js' },
        },
      },
    },
  },
  builder: {},
}));
