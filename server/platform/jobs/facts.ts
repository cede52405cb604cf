import type { Logger } from '#server/platform/observability/log.ts';
import type { Database, Tx } from '#server/platform/postgres/db.ts';
import type { JobKind, Jobs } from './jobs.ts';

/**
 * Facts by name, with their payloads. Each module's facts.ts adds its own:
 * `declare module '#server/platform/jobs/facts.ts' { interface FactMap { 'user.left': { userId: string } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: augmented by every module
export interface FactMap {}

export interface Facts {
  /** Subscribes while modules are built. `subscriber` is part of the job's name, so it must not change between releases. */
  on<K extends keyof FactMap>(fact: K, subscriber: string, handler: (payload: FactMap[K]) => Promise<void>): void;
  /**
   * Subscribes inside the publisher's transaction: for consequences that must commit together with the fact. An error rolls the whole
   * transaction back.
   */
  within<K extends keyof FactMap>(fact: K, handler: (tx: Tx, payload: FactMap[K]) => Promise<void>): void;
  /** As `within`, once for all facts that are published together, for handlers that need one statement for them. */
  withinAll<K extends keyof FactMap>(fact: K, handler: (tx: Tx, payloads: FactMap[K][]) => Promise<void>): void;
  /** Publishes a fact inside the transaction that made it true. `on` subscribers run after the commit, at least once. */
  publish<K extends keyof FactMap>(tx: Tx, fact: K, payload: FactMap[K]): Promise<void>;
  /** Publishes many facts with one statement per subscriber. One job handles up to fifty of them. */
  publishMany<K extends keyof FactMap>(tx: Tx, fact: K, payloads: FactMap[K][]): Promise<void>;
}

type Within = (tx: Tx, payloads: unknown[]) => Promise<void>;

/** The jobs of one subscriber: for one payload, and for several that were published together. */
interface Subscriber {
  one: JobKind<unknown>;
  many: JobKind<unknown[]>;
}

/** A node that stops leaves its jobs to others, which handle them again from the first fact. So a job has few. */
const mostPerJob = 50;

const chunksOf = (payloads: unknown[]) =>
  Array.from({ length: Math.ceil(payloads.length / mostPerJob) }, (_, n) =>
    payloads.slice(n * mostPerJob, (n + 1) * mostPerJob),
  );

export function createFacts({ db, jobs, log }: { db: Database; jobs: Jobs; log: Logger }): Facts {
  const subscribers = new Map<string, Subscriber[]>();
  const insiders = new Map<string, Within[]>();
  const addInsider = (fact: string, handler: Within) => insiders.set(fact, [...(insiders.get(fact) ?? []), handler]);
  return {
    on(fact, subscriber, handler) {
      const name = `${String(fact)}:${subscriber}`;
      const handle = (payload: unknown) => handler(payload as FactMap[typeof fact]);
      const one = jobs.define<unknown>(`fact:${name}`, handle);
      const many = jobs.define<unknown[]>(`facts:${name}`, (payloads, signal) =>
        handleMany(one, handle, payloads, signal),
      );
      subscribers.set(String(fact), [...(subscribers.get(String(fact)) ?? []), { one, many }]);
    },
    within(fact, handler) {
      addInsider(String(fact), async (tx, payloads) => {
        for (const payload of payloads) await handler(tx, payload as FactMap[typeof fact]);
      });
    },
    withinAll: (fact, handler) => void addInsider(String(fact), handler as Within),
    publish: (tx, fact, payload) => publishAll(tx, String(fact), [payload]),
    publishMany: (tx, fact, payloads) => publishAll(tx, String(fact), payloads),
  };

  async function publishAll(tx: Tx, name: string, payloads: unknown[]): Promise<void> {
    if (payloads.length === 0) return;
    for (const handler of insiders.get(name) ?? []) await handler(tx, payloads);
    for (const { one, many } of subscribers.get(name) ?? []) {
      if (payloads.length > 1) await jobs.enqueueMany(tx, many, chunksOf(payloads));
      else await jobs.enqueueMany(tx, one, payloads);
    }
  }

  /** A payload that fails gets a separate job and is tried again there, so that it holds up no others. */
  async function handleMany(
    one: JobKind<unknown>,
    handle: (payload: unknown) => Promise<void>,
    payloads: unknown[],
    signal: AbortSignal,
  ): Promise<void> {
    const failed: unknown[] = [];
    for (const payload of payloads) {
      signal.throwIfAborted();
      try {
        await handle(payload);
      } catch (error) {
        log.warn({ err: error, job: one.kind }, 'one of several jobs failed and is tried again alone');
        failed.push(payload);
      }
    }
    if (failed.length > 0) await db.tx((tx) => jobs.enqueueMany(tx, one, failed));
  }
}
