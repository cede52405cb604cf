import type { PgBoss } from 'pg-boss';
import type { JobData } from './jobs-worker.ts';

/**
 * Queues that do not wait for each other. `fast`: facts; `money`: calls to a payment processor; `clock`: deadlines and sweeps;
 * `mail`: calls to a mail server, which may accept connections and not answer; `push`: calls to addresses that users supplied, which
 * may be slow on purpose; `encoding`: pictures, which keep a core busy and of which people can upload many; `crowd`: notices for very many
 * people, one batch at a time. A worker runs any kind of job, so a release can move a kind to another queue: stored jobs run in the old one.
 */
export type QueueName = 'fast' | 'money' | 'clock' | 'mail' | 'push' | 'encoding' | 'crowd';
export const concurrency: Record<QueueName, number> = {
  fast: 6,
  money: 12,
  clock: 3,
  mail: 6,
  push: 6,
  encoding: 1,
  crowd: 1,
};
export const queueNames: readonly QueueName[] = ['fast', 'money', 'clock', 'mail', 'push', 'encoding', 'crowd'];

/** Another worker leases a killed worker's job after this, plus at most one supervision pass. */
const heartbeatSeconds = 15;

/** A schedule of five fields, and the kind of job that it enqueues. */
export interface Cron {
  cron: string;
  job: { readonly kind: string; readonly queue: QueueName };
}

/** Ends pg-boss without waiting for jobs. */
export const stopNow = { graceful: false, close: true };

/** Prepares the queues. Stops pg-boss if that fails, because its timers would keep the process of a command alive for ever. */
export async function prepareQueues(boss: PgBoss, crons: ReadonlyMap<string, Cron> | undefined): Promise<void> {
  try {
    await boss.start();
    for (const name of queueNames) await makeQueue(boss, name);
    if (crons) await schedule(boss, crons);
  } catch (error) {
    // Stopping often fails for the same reason, which only the first error tells.
    await boss.stop(stopNow).catch(() => undefined);
    throw error;
  }
}

async function makeQueue(boss: PgBoss, name: QueueName): Promise<void> {
  const settings = {
    heartbeatSeconds,
    expireInSeconds: 15 * 60,
    // After 1 s, 2 s, 4 s … then every 10 minutes: about nine hours of attempts in all.
    retryLimit: 60,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 600,
    retentionSeconds: 400 * 24 * 60 * 60,
    deleteAfterSeconds: 3 * 24 * 60 * 60,
  };
  // The policy `short` allows one waiting job per singleton key; jobs without a key get a random one.
  await boss.createQueue(name, { policy: 'short', ...settings });
  await boss.updateQueue(name, settings);
}

async function schedule(boss: PgBoss, crons: ReadonlyMap<string, Cron>): Promise<void> {
  for (const schedule of await boss.getSchedules()) {
    if (!crons.has(schedule.key)) await boss.unschedule(schedule.name, schedule.key);
  }
  for (const [key, { cron, job }] of crons) {
    const data: JobData = { kind: job.kind };
    await boss.schedule(job.queue, cron, data, { key, tz: 'UTC', singletonKey: `cron:${key}` });
  }
}
