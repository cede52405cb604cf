import { createProvider } from '#server/accounts/providers/provider.ts';
import { type Area, type Finding, ok, problem, reasonOf, warning } from '#server/health/checkup.ts';
import { judgeJobs } from '#server/health/judgments.ts';
import { readJobs } from '#server/health/retry-failed-jobs.ts';
import type { ProviderSettings } from '#server/platform/config/oidc-settings.ts';
import type { Platform } from '#server/platform/platform.ts';
import { hasPushKeys } from './doctor.sql.ts';

/** The jobs, and the services that settings turn on. */
export function serviceChecks({ db, redis, config }: Pick<Platform, 'db' | 'redis' | 'config'>): Area {
  return {
    area: 'Services',
    checks: [
      { name: 'Workers', run: async () => judgeJobs(await readJobs({ db })) },
      { name: 'Redis', run: () => (redis ? askRedis(redis) : undefined) },
      { name: 'Push keys', run: async () => judgePushKeys(await hasPushKeys(db.sql), config.secure) },
      ...config.signInProviders.map((provider) => ({
        name: `${provider.label} sign-in`,
        run: () => askProvider(provider, config),
      })),
    ],
  };
}

async function askRedis(redis: NonNullable<Platform['redis']>): Promise<Finding> {
  try {
    await redis.ping();
    return ok('Redis answers.');
  } catch (error) {
    return problem(`Redis does not answer (${reasonOf(error)}); correct REDIS_URL or remove it.`);
  }
}

export function judgePushKeys(exist: boolean, secure: boolean): Finding {
  if (!exist) return warning('The keys for push notifications are made at the first start; start the server.');
  if (!secure) return warning('Browsers allow push notifications only over https; set an https PUBLIC_URL.');
  return ok('The keys for push notifications exist.');
}

async function askProvider(settings: ProviderSettings, config: Platform['config']): Promise<Finding> {
  const name = settings.id === 'google' ? 'GOOGLE_ISSUER' : 'OIDC_PROVIDERS';
  try {
    // Building the address of the sign-in page discovers the provider's endpoints.
    await createProvider(settings, config).start('/', { purpose: 'sign_in', locale: 'en' });
    return ok(`The provider of ${settings.label} sign-in answers.`);
  } catch (error) {
    return problem(`The provider of ${settings.label} sign-in does not answer (${reasonOf(error)}); check ${name}.`);
  }
}
