import type { Tx } from './db.ts';

export type QueueName = 'fast' | 'money' | 'clock';

/** A kind of job, made by `define`; `enqueue` needs it so that payloads stay typed. */
export interface JobKind<P> {
  readonly kind: string;
  readonly queue: QueueName;
  /** Only carries the payload's type. */
  readonly payload?: P;
}

export interface EnqueueOptions {
  startAt?: Date;
  startAfterMs?: number;
  /** While a job of this kind with this key waits, another is not added. */
  singletonKey?: string;
}

export interface Jobs {
  /** Before `start()`. Handlers must be idempotent: a job runs at least once. Throwing means: again later, with growing pauses. */
  define<P>(kind: string, handler: (payload: P) => Promise<void>, options?: { queue?: QueueName }): JobKind<P>;
  /** Adds a job in the caller's transaction and wakes the local worker after commit. */
  enqueue<P>(tx: Tx, job: JobKind<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** Enqueues `job` on a cron schedule (UTC), once across all nodes. Six fields, the first in seconds, are allowed. */
  every(name: string, cron: string, job: JobKind<undefined>): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** For tests: runs everything that is due until nothing is left. */
  drain(): Promise<void>;
}
