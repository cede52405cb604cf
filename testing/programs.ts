import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', 'dist', 'node');

/** The programs of `npm start` and `npm run cli`. The global setup builds them before tests start them. */
export const programs = { server: join(folder, 'main.js'), cli: join(folder, 'cli.js') };

/**
 * Environment of a child process: where Node caches compiled sources, as `npm start` sets it. A start of the server without this cache
 * takes twice the processor time.
 */
export const compileCacheEnv = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'node_modules', '.cache', 'node'),
};
