/** Stores the demo data in a separate process. Its parent (bench/stage.ts) stops it. */
import { seedDemo } from '#server/demo/seed-demo.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';

const config = readConfig();
// Cheap password hashes: the benchmarks do not measure signing in.
const platform = openPlatform({ ...config, nodeEnv: 'test' }, config.databaseUrl ?? '', createLogger('error'));
await seedDemo(platform);
await platform.db.close();
process.send?.({ url: '' });
