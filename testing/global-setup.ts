import type { TestProject } from 'vitest/node';

const name = Symbol.for('fanfare.test-database-server');
const shared = globalThis as { [name]?: Promise<{ url: string; stop(): Promise<void> }> };

/**
 * Starts one PostgreSQL for the whole run. Vitest runs this once for each project, in one process but with separate modules, so the server
 * is found through the global object. The imports are dynamic, because a process can load the patched PostgreSQL driver only once.
 */
export default async function setup(project: TestProject) {
  const isFirst = shared[name] === undefined;
  shared[name] ??= import('./test-database-server.ts').then(({ startTestDatabaseServer }) => startTestDatabaseServer());
  const server = await shared[name];
  project.provide('databaseServer', server.url);
  return async () => {
    if (isFirst) await server.stop();
  };
}
