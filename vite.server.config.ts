import { defineConfig } from 'vite';

// Bundles the server and the command line into dist/node, because Node needs more than a second to read a thousand TypeScript files
// (docs/decisions/0035). Packages stay in node_modules, except for those that consist of many files and load at every start.
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  clearScreen: false,
  ssr: { external: true, noExternal: ['fastify', 'htmlparser2', 'stripe', 'zod'] },
  build: {
    target: 'node24',
    outDir: 'dist/node',
    ssr: true,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'server/main.ts', cli: 'server/cli.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared.js', sourcemapExcludeSources: true },
    },
  },
});
