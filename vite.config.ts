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

/** Whoever sees a pool sees how one pledges. */
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
    // With so few files a preloader weighs more than it saves; the server names what the first page needs.
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
            // Few files compress better than many: 10 KB of brotli on the pool page. What is left apart is what few pages need.
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                {
                  name: 'base',
                  test: /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\/|vite\/preload-helper|rolldown\/runtime/,
                  priority: 3,
                },
                // What several of the pages share that people arrive on: by themselves a dozen files of a kilobyte, each of
                // which takes one of the browser's few connections from a picture.
                { name: 'pools', test: firstPages, priority: 2 },
                { name: 'pledging', test: pledging, priority: 2 },
                {
                  name: 'kit',
                  // The field to search in has the sign that the menu has: it would need the entry, which needs the kit.
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
      // The build bundles everything with React's production side, whatever NODE_ENV is at run time; the other side renders
      // at a third of the speed.
      ...(command === 'build'
        ? { resolve: { noExternal: true as const }, define: { 'process.env.NODE_ENV': JSON.stringify('production') } }
        : {}),
      build: { outDir: 'dist/server', ssr: 'web/entry-server.tsx', copyPublicDir: false, emitAssets: false },
    },
    // A classic script of its own: the browser registers it apart from the page.
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
