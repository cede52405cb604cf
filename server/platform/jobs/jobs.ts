import { PgBoss } from 'pg-boss';
import { v7 as newId } from 'uuid';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import { noTracing, type Tracing } from '#server/platform/observability/tracing.ts';
import { afterCommit, type Tx } from '#server/platform/postgres/db.ts';
import { planOnce } from '#server/platform/postgres/statement.ts';
import { type Cron, concurrency, prepareQueues, type QueueName, queueNames, stopNow } from './job-queues.ts';
import { createWorker, type JobData, type JobHandler, type Worker } from './jobs-worker.ts';

/** A kind of job, returned by `define`. `enqueue` takes it to type the payload. */
export interface JobKind<P> {
  readonly kind: string;
  readonly queue: QueueName;
  /** Carries the payload's type only. */
  readonly payload?: P;
}

export interface EnqueueOptions {
  startAt?: Date;
  startAfterMs?: number;
  /**
   * While a job of this kind and key waits, no second one is added; the waiting job keeps the earlier of the two times. It cannot start
   * before the caller has committed, so it sees the caller's changes.
   */
  singletonKey?: string;
}

export interface Jobs {
  /**
   * Call it before `start()`. Handlers must be idempotent, because a job runs at least once. A handler that throws runs again later,
   * with backoff. Payloads travel as JSON, so a Date arrives as a string. `signal` aborts when this node stops: a long handler should
   * then throw, and the job runs again on another node or after the next start. `notAfterRestore`: a restored backup drops waiting jobs of
   * this kind, because they probably ran after the backup and must not run twice.
   */
  define<P>(
    kind: string,
    handler: (payload: P, signal: AbortSignal) => Promise<void>,
    options?: { queue?: QueueName; notAfterRestore?: boolean },
  ): JobKind<P>;
  /** Adds a job in the caller's transaction and wakes the local worker after commit; other nodes find it within a second. */
  enqueue<P>(tx: Tx, job: JobKind<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** Adds many jobs of one kind in one statement. */
  enqueueMany<P>(tx: Tx, job: JobKind<P>, payloads: P[], options?: Pick<EnqueueOptions, 'startAfterMs'>): Promise<void>;
  /** Makes the jobs of this kind that failed all attempts due again. Returns their number. */
  retryFailed(tx: Tx, kind: string): Promise<number>;
  /** Adds the jobs that waited when a backup was made. Returns how many it dropped, by kind. */
  readmit(tx: Tx, jobs: readonly WaitingJob[]): Promise<Map<string, number>>;
  /** Enqueues `job` on a cron schedule of five fields (UTC, at most once a minute), on one node at a time. `name` has no spaces. */
  every(name: string, cron: string, job: JobKind<undefined>): void;
  /** Jobs can be enqueued as soon as it resolves; workers start once `workAfter` has settled. */
  start(options?: { workAfter?: Promise<void> | undefined }): Promise<void>;
  /** Takes no new job and waits up to twelve seconds for running ones. Other nodes lease the rest once their heartbeats stop. */
  stop(): Promise<void>;
  /** For tests: runs due jobs until none is left. Returns how many ran. */
  drain(): Promise<number>;
}

/** A job that waits in a queue, with its stored singleton key. */
export interface WaitingJob {
  name: string;
  data: JobData;
  singletonKey: string | null;
  startAfter: Date;
}

export interface JobsOptions {
  url: string;
  log: Logger;
  metrics: Metrics;
  tracing?: Tracing;
  /** False: only enqueues (ROLE=web). */
  work: boolean;
  /** False turns schedules off: in tests a sweep would interfere with assertions. */
  crons?: boolean;
}

const superviseSeconds = 5;

/** An option of pg, which pg-boss passes on. Without it, a silently dropped connection stops a queue for minutes. */
const queryTimeout = { query_timeout: 60_000 };

/** Jobs in PostgreSQL through pg-boss: enqueued in the caller's transaction, leased with heartbeats. */
export function createJobs({
  url,
  log,
  metrics,
  tracing = noTracing,
  work,
  crons: withCrons = true,
}: JobsOptions): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'fanfare jobs',
    max: work ? 4 : 2,
    ...queryTimeout,
    supervise: work,
    schedule: work && withCrons,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    flowIntervalSeconds: 300,
    bamIntervalSeconds: 60,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs'));
  boss.on('warning', (warning) => log.debug({ warning }, 'jobs'));
  const handlers = new Map<string, JobHandler>();
  const crons = new Map<string, Cron>();
  const notAfterRestore = new Set<string>();
  let workers: Worker[] = [];
  let stopping = false;

  return {
    define(kind, handler, { queue = 'fast', ...options } = {}) {
      if (handlers.has(kind)) throw new Error(`job ${kind} is defined twice`);
      handlers.set(kind, handler as JobHandler);
      if (options.notAfterRestore) notAfterRestore.add(kind);
      return { kind, queue };
    },
    async enqueue(tx, job, payload, options = {}) {
      await insertJob(boss, tx, job, dataOf(job.kind, payload, tracing), options);
      afterCommit(tx, () => workers.find((worker) => worker.queue === job.queue)?.wake());
    },
    async enqueueMany(tx, job, payloads, { startAfterMs = 0 } = {}) {
      if (payloads.length === 0) return;
      const rows = payloads.map((payload) => ({
        id: newId(),
        data: dataOf(job.kind, payload, tracing),
        singletonKey: newId(),
        startAfter: startAfterMs / 1000,
      }));
      await boss.insert(job.queue, rows, { db: inTransaction(tx) });
      afterCommit(tx, () => workers.find((worker) => worker.queue === job.queue)?.wake());
    },
    retryFailed: (tx, kind) => retryFailedJobs(boss, tx, kind),
    readmit: (tx, waiting) => readmitJobs(boss, tx, waiting, notAfterRestore),
    every(name, cron, job) {
      crons.set(name, { cron, job });
    },
    async start({ workAfter } = {}) {
      await prepareQueues(boss, work && withCrons ? crons : undefined);
      if (!work) return;
      metrics.gauge('fanfare_jobs_waiting', 'Jobs that are due and not yet started', async () =>
        sum(boss, 'readyCount'),
      );
      metrics.gauge('fanfare_oldest_job_seconds', 'How long the oldest due job has waited; 0 if none waits', () =>
        readOldestWait(boss),
      );
      metrics.gauge('fanfare_jobs_failed', 'Jobs that failed all attempts', async () => sum(boss, 'failedCount'));
      const begin = () => {
        if (stopping) return;
        workers = queueNames.map((queue) =>
          createWorker({ boss, queue, concurrency: concurrency[queue], handlers, log, metrics, tracing }),
        );
        for (const worker of workers) worker.start();
      };
      if (workAfter) void workAfter.finally(begin);
      else begin();
    },
    async stop() {
      stopping = true;
      await Promise.all(workers.map((worker) => worker.stop(12_000)));
      await boss.stop(stopNow);
    },
    async drain() {
      for (let total = 0; ; ) {
        const counts = await Promise.all(workers.map((worker) => worker.runDue()));
        const ran = counts.reduce((sum, count) => sum + count, 0);
        if (ran === 0) return total;
        total += ran;
      }
    },
  };
}

/** A retried job gets one more attempt, and fails again if that fails. */
async function retryFailedJobs(boss: PgBoss, tx: Tx, kind: string): Promise<number> {
  const failed = await tx<{ name: string; ids: string[] }[]>`
    select name, array_agg(id::text) as ids from (
      select name, id from pgboss.job where state = 'failed' and data->>'kind' = ${kind} for update) locked
    group by name`;
  for (const { name, ids } of failed) await boss.retry(name, ids, { db: inTransaction(tx) });
  return failed.reduce((total, { ids }) => total + ids.length, 0);
}

async function readmitJobs(
  boss: PgBoss,
  tx: Tx,
  waiting: readonly WaitingJob[],
  notAfterRestore: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const dropped = new Map<string, number>();
  const db = inTransaction(tx);
  for (const { name, data, singletonKey, startAfter } of waiting) {
    if (notAfterRestore.has(data.kind)) dropped.set(data.kind, (dropped.get(data.kind) ?? 0) + 1);
    else await boss.send(name, data, { id: newId(), singletonKey: singletonKey ?? newId(), startAfter, db });
  }
  return dropped;
}

async function sum(boss: PgBoss, count: 'readyCount' | 'failedCount'): Promise<number> {
  const queues = await boss.getQueues();
  return queues.reduce((total, queue) => total + queue[count], 0);
}

async function readOldestWait(boss: PgBoss): Promise<number> {
  const { rows } = await boss.getDb().executeSql(`
    select coalesce(extract(epoch from clock_timestamp() - min(start_after)), 0)::float8 as seconds
    from pgboss.job where state in ('created', 'retry') and start_after < clock_timestamp()`);
  return (rows[0] as { seconds: number } | undefined)?.seconds ?? 0;
}

/** Runs pg-boss's statements on the transaction's connection. */
function inTransaction(tx: Tx) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => ({
      rows: [...(await (values.length > 0 ? planOnce(tx.unsafe(text, values)) : tx.unsafe(text)))],
    }),
  };
}

function dataOf(kind: string, payload: unknown, tracing: Tracing): JobData {
  const trace = tracing.carrier();
  return { kind, ...(payload !== undefined && { payload }), ...(trace && { trace }) };
}

async function insertJob<P>(
  boss: PgBoss,
  tx: Tx,
  job: JobKind<P>,
  data: JobData,
  options: EnqueueOptions,
): Promise<void> {
  const db = inTransaction(tx);
  const singletonKey = options.singletonKey === undefined ? newId() : `${job.kind}:${options.singletonKey}`;
  const startAfter = options.startAt ?? Math.max(0, options.startAfterMs ?? 0) / 1000;
  for (;;) {
    if (await boss.send(job.queue, data, { id: newId(), singletonKey, startAfter, db })) return;
    // One is waiting already. The update locks its row until the caller commits, so it cannot run before that.
    const dueAt = options.startAt ?? null;
    const waiting = await tx`
      update pgboss.job
      set start_after = least(start_after, coalesce(${dueAt}, clock_timestamp() + make_interval(secs => ${options.startAt ? 0 : Number(startAfter)})))
      where name = ${job.queue} and singleton_key = ${singletonKey} and state = 'created'
      returning id`;
    if (waiting.length > 0) return;
  }
}
