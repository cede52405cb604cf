import type { TestProject } from 'vitest/node';
import { ensureBuilds } from '../scripts/bootstrap/builds.mjs';

const name = Symbol.for('fanfare.test-database-server');
const shared = globalThis as { [name]?: Promise<{ url: string; stop(): Promise<void> }> };

/**
 * Builds the languages and the server, which some tests start as a process, and starts one PostgreSQL for the whole run. Vitest runs this
 * once for each project, in one process but with separate modules, so the server is found through the global object. The imports are
 * dynamic, because a process can load the patched PostgreSQL driver only once.
 */
export default async function setup(project: TestProject) {
  const isFirst = shared[name] === undefined;
  shared[name] ??= prepare();
  const server = await shared[name];
  project.provide('databaseServer', server.url);
  return async () => {
    if (isFirst) await server.stop();
  };
}

async function prepare() {
  const { startTestDatabaseServer } = await import('./servers/test-database-server.ts');
  const [server] = await Promise.all([
    startTestDatabaseServer(),
    ensureBuilds(process.execPath, ['server', 'languages']),
  ]);
  return server;
}
