/**
 * The product as `npm start` runs it, in a separate process that its parent (bench/stage.ts) controls over IPC.
 */
import { composeModules } from '#server/app.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { serve } from '#server/platform/serve.ts';
import { loadOf } from './process-load.ts';

const config = readConfig();
const databaseUrl = config.databaseUrl ?? '';

const platform = openPlatform(config, databaseUrl, createLogger(config.logLevel));
const { context, modules } = composeModules(platform);
const running = await serve(platform, modules, { pages: 'build', testCards: context.processors.testModes });

/** Answers with the load of this process. */
process.on('message', (message: { collect?: boolean }) => {
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
