import type { Tx } from '#server/platform/postgres/db.ts';
import type { JobKind, Jobs } from './jobs.ts';

/**
 * What happened, by name. Each module's facts.ts adds its own:
 * `declare module '#server/platform/jobs/facts.ts' { interface FactMap { 'pool.goal_met': { poolId: string } } }`
 */
// biome-ignore lint/suspicious/noEmptyInterface: augmented by every module
export interface FactMap {}

export interface Facts {
  /** Subscribes while modules are built. `subscriber` names the job, so it stays the same across releases. */
  on<K extends keyof FactMap>(fact: K, subscriber: string, handler: (payload: FactMap[K]) => Promise<void>): void;
  /**
   * Subscribes inside the teller's transaction: for consequences that must be true at the same instant
   * (a settled charge and its paid pledge). What it throws rolls the whole transaction back.
   */
  within<K extends keyof FactMap>(fact: K, handler: (tx: Tx, payload: FactMap[K]) => Promise<void>): void;
  /** Tells it inside the transaction that made it true; `on` subscribers hear it after commit, at least once. */
  tell<K extends keyof FactMap>(tx: Tx, fact: K, payload: FactMap[K]): Promise<void>;
  /** The same of many at once: one statement a subscriber. */
  tellMany<K extends keyof FactMap>(tx: Tx, fact: K, payloads: FactMap[K][]): Promise<void>;
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
    tell: (tx, fact, payload) => tellAll(tx, String(fact), [payload]),
    tellMany: (tx, fact, payloads) => tellAll(tx, String(fact), payloads),
  };

  async function tellAll(tx: Tx, name: string, payloads: unknown[]): Promise<void> {
    for (const handler of insiders.get(name) ?? []) for (const payload of payloads) await handler(tx, payload);
    for (const job of subscribers.get(name) ?? []) await jobs.enqueueMany(tx, job, payloads);
  }
}
