import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, PgBoss } from 'pg-boss';
import { AppError } from '#contract/app-error.ts';
import type { Logger } from '#server/platform/observability/log.ts';
import type { Metrics } from '#server/platform/observability/metrics.ts';
import type { Tracing } from '#server/platform/observability/tracing.ts';
import { isUnavailable } from '#server/platform/postgres/db.ts';

/** The data column of a job's row. */
export interface JobData {
  kind: string;
  payload?: unknown;
  /** The W3C `traceparent` of the request that enqueued the job. */
  trace?: string;
}

export type JobHandler = (payload: unknown, signal: AbortSignal) => Promise<void>;

export interface Worker {
  readonly queue: string;
  start(): void;
  /** Fetches due jobs now instead of at the next poll. */
  wake(): void;
  /** Starts all due jobs, waits until all running jobs have ended and returns their number. */
  runDue(): Promise<number>;
  stop(timeoutMs: number): Promise<void>;
}

interface WorkerOptions {
  boss: PgBoss;
  queue: string;
  concurrency: number;
  handlers: ReadonlyMap<string, JobHandler>;
  log: Logger;
  metrics: Metrics;
  tracing: Tracing;
}

const pollMs = 1000;
const heartbeatMs = 4000;

/**
 * One fetch loop per queue that runs several jobs at once. pg-boss's own workers use one loop per concurrent job, which costs an idle
 * query each, and start the next batch only after the slowest job of the previous one.
 */
export function createWorker(options: WorkerOptions): Worker {
  const { boss, queue, concurrency, log } = options;
  const running = new Map<Job<JobData>, Promise<void>>();
  let fetching: Promise<void> | undefined;
  let isWanted = false;
  let more = false;
  let launched = 0;
  const stopping = new AbortController();
  const timers: NodeJS.Timeout[] = [];

  async function fetchRounds(): Promise<void> {
    do {
      isWanted = false;
      const room = concurrency - running.size;
      if (room <= 0 || stopping.signal.aborted) return;
      const jobs = await boss.fetch<JobData>(queue, { batchSize: room });
      more = jobs.length === room;
      for (const job of jobs) launch(job);
    } while (isWanted);
  }

  function pump(): Promise<void> {
    isWanted = true;
    fetching ??= fetchRounds()
      .catch((error: unknown) => log.warn({ err: error, queue }, 'could not fetch jobs'))
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  }

  function launch(job: Job<JobData>): void {
    launched += 1;
    const done = runJob(job, options, stopping.signal).finally(() => {
      running.delete(job);
      if (more) void pump();
    });
    running.set(job, done);
  }

  async function beat(): Promise<void> {
    if (running.size === 0) return;
    const attempts = [...running.keys()].map(({ id, retryCount }) => ({ id, retryCount }));
    await boss.touch(queue, attempts).catch((error: unknown) => log.warn({ err: error, queue }, 'missed a heartbeat'));
  }

  return {
    queue,
    start() {
      timers.push(
        setInterval(() => void pump(), pollMs),
        setInterval(() => void beat(), heartbeatMs),
      );
      void pump();
    },
    wake() {
      if (!stopping.signal.aborted) void pump();
    },
    async runDue() {
      const already = running.size;
      const before = launched;
      await fetching;
      await pump();
      while (running.size > 0) await Promise.all(running.values());
      // Includes a job of the first fetch that ended during the second one: it may have enqueued a job in another queue.
      return already + launched - before;
    },
    async stop(timeoutMs) {
      stopping.abort();
      timers[0] && clearInterval(timers[0]);
      await fetching;
      const ended = Promise.all(running.values());
      const cancelTimeout = new AbortController();
      await Promise.race([ended, sleep(timeoutMs, undefined, { signal: cancelTimeout.signal }).catch(() => undefined)]);
      cancelTimeout.abort();
      for (const timer of timers) clearInterval(timer);
      if (running.size > 0) log.warn({ queue, left: running.size }, 'jobs were still running at the end');
    },
  };
}

/** Runs one job and records how it ended; never throws. */
async function runJob(
  job: Job<JobData>,
  { boss, queue, handlers, log, metrics, tracing }: WorkerOptions,
  stopping: AbortSignal,
): Promise<void> {
  const { kind, payload, trace } = job.data;
  const stopTimer = metrics.jobDuration.startTimer({ kind });
  const attempt = { id: job.id, retryCount: job.retryCount };
  try {
    const handler = handlers.get(kind);
    if (!handler) throw new Error(`no handler for job ${kind}`);
    await tracing.inSpan(
      {
        name: `job ${kind}`,
        kind: 'consumer',
        parent: trace,
        attributes: { 'fanfare.queue': queue, 'fanfare.job.id': job.id, 'fanfare.job.tries': job.retryCount + 1 },
      },
      () => handler(payload, stopping),
    );
    await recordOutcome(() => boss.complete(queue, attempt));
    stopTimer({ outcome: 'done' });
  } catch (error) {
    stopTimer({ outcome: 'failed' });
    const expected = stopping.aborted || isUnavailable(error) || (error instanceof AppError && error.status === 503);
    log[expected ? 'warn' : 'error']({ err: error, job: kind, jobId: job.id, tries: job.retryCount + 1 }, 'job failed');
    const reason = error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
    await recordOutcome(() => boss.fail(queue, attempt, reason)).catch((failure: unknown) =>
      // Its heartbeat stops, so a worker leases it again.
      log.warn({ err: failure, jobId: job.id }, 'could not record the failure'),
    );
  }
}

/** Retries for a few seconds, because the job is done and the database may be restarting. */
async function recordOutcome(operation: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await operation();
      return;
    } catch (error) {
      if (attempt === 4) throw error;
      await sleep(attempt * 250);
    }
  }
}
