import { mediaModule } from '#server/media/module.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { createLogger } from '#server/platform/observability/log.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { serve } from '#server/platform/serve.ts';

// A separate process that accepts uploads, so that a test can kill it during one. The session cookie is the owner's id.
const config = readConfig();
const platform = openPlatform(config, config.databaseUrl ?? '', createLogger(config.logLevel));
platform.http.setSessionReader(async (userId) => ({
  userId,
  role: 'creator',
  username: 'creator',
  locale: 'en',
  suspended: false,
  emailVerified: true,
  sessionId: userId,
  hasFreshProof: true,
}));
await serve(platform, [mediaModule(platform)], { pages: 'none', testCards: { testCards: true, adultTestCards: true } });
process.send?.('ready');
