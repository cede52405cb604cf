import { createGoogleProvider } from '#server/accounts/google/google-provider.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Area, type Finding, ok, problem, reasonOf, warning } from './checkup.ts';
import { hasPushKeys, type JobFacts, readJobFacts } from './doctor.sql.ts';

/** Sweeps run every minute. */
const idleAtMostS = 5 * 60;

/** The jobs, and the services that settings turn on. */
export function serviceChecks({ db, redis, config }: Pick<Platform, 'db' | 'redis' | 'config'>): Area {
  return {
    area: 'Services',
    checks: [
      { name: 'Workers', run: async () => judgeJobs(await readJobFacts(db.sql)) },
      { name: 'Redis', run: () => (redis ? askRedis(redis) : undefined) },
      { name: 'Push keys', run: async () => judgePushKeys(await hasPushKeys(db.sql), config.secure) },
      { name: 'Google sign-in', run: () => askGoogle(config) },
    ],
  };
}

export function judgeJobs(jobs: JobFacts | undefined): Finding {
  if (!jobs || jobs.idleS === null) return problem('No job has run yet; start the server.');
  if (jobs.idleS > idleAtMostS)
    return problem(
      `No job has ended for ${Math.round(jobs.idleS / 60)} minutes; start a process with ROLE=all or ROLE=worker.`,
    );
  if (jobs.overdue > 0) return warning(`${jobs.overdue} jobs are overdue; add a worker, or read the log for errors.`);
  if (jobs.failed > 0)
    return warning(`${jobs.failed} jobs failed within a day after all attempts; read the log for errors.`);
  return ok('Workers run jobs, and none is overdue.');
}

async function askRedis(redis: NonNullable<Platform['redis']>): Promise<Finding> {
  try {
    const client = await redis.open();
    await client.ping();
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

async function askGoogle(config: Platform['config']): Promise<Finding | undefined> {
  const provider = createGoogleProvider(config);
  if (!provider) return undefined;
  try {
    // Building the address of the sign-in page discovers the provider's endpoints.
    await provider.start('/', { chooseAccount: false });
    return ok('The provider of Google sign-in answers.');
  } catch (error) {
    return problem(`The provider of Google sign-in does not answer (${reasonOf(error)}); check GOOGLE_ISSUER.`);
  }
}
