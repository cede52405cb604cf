import type { Tx } from '#server/platform/postgres/db.ts';
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
  /** Publishes a fact inside the transaction that made it true. `on` subscribers run after the commit, at least once. */
  publish<K extends keyof FactMap>(tx: Tx, fact: K, payload: FactMap[K]): Promise<void>;
  /** Publishes many facts with one statement per subscriber. */
  publishMany<K extends keyof FactMap>(tx: Tx, fact: K, payloads: FactMap[K][]): Promise<void>;
}

type Within = (tx: Tx, payload: unknown) => Promise<void>;

export function createFacts(jobs: Jobs): Facts {
  const subscribers = new Map<string, JobKind<unknown>[]>();
  const insiders = new Map<string, Within[]>();
  return {
    on(fact, subscriber, handler) {
      const name = String(fact);
      const job = jobs.define<unknown>(`fact:${name}:${subscriber}`, (payload) =>
        handler(payload as FactMap[typeof fact]),
      );
      subscribers.set(name, [...(subscribers.get(name) ?? []), job]);
    },
    within(fact, handler) {
      const name = String(fact);
      insiders.set(name, [...(insiders.get(name) ?? []), handler as Within]);
    },
    publish: (tx, fact, payload) => publishAll(tx, String(fact), [payload]),
    publishMany: (tx, fact, payloads) => publishAll(tx, String(fact), payloads),
  };

  async function publishAll(tx: Tx, name: string, payloads: unknown[]): Promise<void> {
    for (const handler of insiders.get(name) ?? []) for (const payload of payloads) await handler(tx, payload);
    for (const job of subscribers.get(name) ?? []) await jobs.enqueueMany(tx, job, payloads);
  }
}
