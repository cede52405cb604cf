/**
 * The product as `npm start` runs it, with one additional page: /bench/static sends a given string, which is the upper bound for
 * this server. A separate process that its parent (bench/stage.ts) controls over IPC.
 */
import { composeModules } from '#server/app.ts';
import { seedDemo } from '#server/demo/seed-demo.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { htmlHeaders } from '#server/platform/http/security-headers.ts';
import type { Module } from '#server/platform/module.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { serve } from '#server/platform/serve.ts';
import { loadOf } from './process-load.ts';

const config = readConfig();
const databaseUrl = config.databaseUrl ?? '';

if (config.demoData) {
  const quiet = openPlatform({ ...config, nodeEnv: 'test' }, databaseUrl, createLogger('error'));
  await seedDemo(quiet);
  await quiet.db.close();
}

let page = '';
const extra: Module = {
  routes: [],
  raw: [(app) => app.get('/bench/static', (_request, reply) => reply.headers(htmlHeaders('static')).send(page))],
};

const platform = openPlatform(config, databaseUrl, createLogger(config.logLevel));
const { context, modules } = composeModules(platform);
const running = await serve(platform, [...modules, extra], { pages: 'build', testCards: context.processors.testModes });

/** `page`: the string that /bench/static sends from now on. Answers with the load of this process. */
process.on('message', (message: { page?: string; collect?: boolean }) => {
  page = message.page ?? page;
  process.send?.(loadOf(process, message.collect));
});
process.on('disconnect', () => process.exit(1));
process.on('SIGTERM', () => {
  running.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
});
process.send?.({ url: running.url });
