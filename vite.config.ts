import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstLoadChunks } from './scripts/vite/first-load-chunks.ts';
import { leanContract } from './scripts/vite/lean-contract.ts';
import { leanIcons } from './scripts/vite/lean-icons.ts';
import { leanImports } from './scripts/vite/lean-imports.ts';
import { leanLimits } from './scripts/vite/lean-limits.ts';
import { noChunkCycles } from './scripts/vite/no-chunk-cycles.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { zodWithoutEval } from './scripts/vite/zod-without-eval.ts';

// Each group below becomes one file. Separate files of about one kilobyte would compress badly and compete with pictures for the
// browser's few connections. A group that holds code of other pages makes the first load larger: e2e/first-load.e2e.ts measures it.

/** Code that shows a pool anywhere. */
const pools = /\/web\/(?:pools\/(?:mark-buttons|use-pool-mark)|ui\/pool-picture)\.tsx?$/;
/** Lists of pools. */
const feed = /\/web\/pools\/(?:pool-card|pool-grid|pool-status-text)\.tsx?$/;

/** Code that the pool page fetches after its first render and shares with other pages, such as the pledge form. */
const pledging = new RegExp(
  [
    '/web/pledges/(?:amount-choice|money-sentence|money-strip|pledge-facts|pledge-form|pledge-intent|request-key)\\.tsx?$',
    '/web/(?:ui/(?:link-parts|forms/money-field)|pools/next-step-text|safety/use-report|pools/pool-facts)\\.tsx?$',
    '/lucide-react/dist/esm/icons/(?:banknote|circle-check)\\.',
  ].join('|'),
);

/** The home page and every page with a chat read conversations, and a block changes them. */
const conversations =
  /\/contract\/(?:chat|people|reactions)\.ts$|\/web\/(?:chat\/chat-queries|data\/block-changes)\.ts$/;

/** Many files import these modules, but the pool page does not. */
const notInParts =
  /\/(?:contract\/(?:admin\/[\w-]+|claims|delivery|legal|performers|values\/(?:tidy-text|is-email))|web\/data\/(?:admin-counts|use-search-text)|web\/shell\/admin-entries|web\/ui\/(?:data-table|pagination|pool-picture|forms\/search-field|tabs))\.tsx?$|\/lucide-react\/dist\/esm\/icons\/(?:arrow-down|arrow-up|badge-check|ban|chevrons-up-down|circle|credit-card|download|keyboard|loader-circle|maximize-2|minimize-2|printer|rotate-ccw|trash|user-check)\./;
const parts =
  /\/(?:web\/(?:ui(?:\/(?:forms|hydration))?|data|shell)|contract(?:\/(?:creators|pledges|values))?)\/[\w-]+\.tsx?$|\/lucide-react\//;

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  publicDir: 'web/public',
  clearScreen: false,
  plugins: [
    leanContract(),
    leanIcons(),
    leanImports(),
    leanLimits(),
    zodWithoutEval(),
    react(),
    tailwindcss(),
    noChunkCycles(),
    precompress(),
  ],
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
            // A few large files compress better than many small ones (10 KB of brotli on the pool page). Code of few pages stays separate.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: 'base',
                  test: /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|vite\/preload-helper|rolldown\/runtime/,
                  priority: 4,
                },
                { name: firstLoadChunks(), debugName: 'first loads', priority: 3 },
                { name: 'pools', test: pools, priority: 2 },
                { name: 'feed', test: feed, priority: 2 },
                { name: 'pledging', test: pledging, priority: 2 },
                { name: 'conversations', test: conversations, priority: 2 },
                {
                  name: 'parts',
                  test: (id) => parts.test(id) && !notInParts.test(id),
                  minShareCount: 8,
                  priority: 1,
                },
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
