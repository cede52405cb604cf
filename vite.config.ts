import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { leanContract } from './scripts/vite/lean-contract.ts';
import { noChunkCycles } from './scripts/vite/no-chunk-cycles.ts';
import { precompress } from './scripts/vite/precompress.ts';
import { zodWithoutEval } from './scripts/vite/zod-without-eval.ts';

const firstPages = new RegExp(
  [
    '/web/pools/(?:feed-queries|like-button|pool-card|pool-grid|pool-picture|pool-status-text|use-like|use-live-pools)\\.tsx?$',
    '/web/pledges/(?:my-pledges-query|pledge-words|saved-cards)\\.ts$',
    '/web/(?:shell/(?:bare-shell|chat-dock)|ui/dropdown-menu)\\.tsx$',
    '/contract/(?:sharing|pledge-view)\\.ts$',
    '/lucide-react/dist/esm/icons/(?:package-open|play)\\.',
  ].join('|'),
);

/** Every pool page shows the pledge form. */
const pledging =
  /\/web\/(?:pledges\/(?:amount-choice|pledge-facts)|ui\/money-field)\.tsx?$|\/lucide-react\/dist\/esm\/icons\/banknote\./;

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  appType: 'custom',
  publicDir: 'web/public',
  clearScreen: false,
  plugins: [leanContract(), zodWithoutEval(), react(), tailwindcss(), noChunkCycles(), precompress()],
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
            // A few large files compress better than many small ones (10 KB of brotli on the pool page). Code of few pages stays separate.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: 'base',
                  test: /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|vite\/preload-helper|rolldown\/runtime/,
                  priority: 3,
                },
                // Code that several landing pages share. As a dozen files of one kilobyte each, it would compete with
                // pictures for the browser's few connections.
                { name: 'pools', test: firstPages, priority: 2 },
                { name: 'pledging', test: pledging, priority: 2 },
                {
                  name: 'kit',
                  // The search field uses an icon of the menu, which is in the entry; the entry imports this chunk.
                  test: /\/(?:web\/(?:ui|data|shell)|contract)\/(?!search-field)[\w-]+\.tsx?$|\/lucide-react\//,
                  minShareCount: 6,
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
