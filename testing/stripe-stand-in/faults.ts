import { createHash } from 'node:crypto';
import type { Store } from './store.ts';

/** `_after`: the request has taken effect, and the caller does not learn of it. `_before`: it has not. */
export const faultKinds = [
  'hang_after',
  'reset_after',
  'error_after',
  'malformed',
  'wrong_type',
  'slow',
  'hang_before',
  'reset_before',
  'error_before',
  'rate_limited',
] as const;
/** `error_stored`: the request has not taken effect, and never does under its key. Only rules have it, because a refund would wait for a day. */
export type FaultKind = (typeof faultKinds)[number] | 'error_stored';

export interface Fault {
  kind: FaultKind;
  /** For `slow`. */
  delayMs?: number;
  /** For `rate_limited`. */
  retryAfterSeconds?: number;
}

/** A fault for the next requests that match. */
export interface FaultRule extends Fault {
  method?: string;
  /** A regular expression for the path, or a part of it. */
  path?: string;
  /** A part of the body or of the idempotency key, such as our reference. */
  contains?: string;
  /** How many requests it hits; 1 unless given. */
  times?: number;
  /** How many matching requests it lets through first. */
  skip?: number;
}

/** Faults for a share of all requests. The seed and the request's own name decide, not the order of arrival. */
export interface RandomFaults {
  seed: number;
  /** From 0 to 1. */
  share: number;
  kinds: (typeof faultKinds)[number][];
  /** So that every object settles at last; 2 unless given. */
  perObject?: number;
  methods?: string[];
}

export interface FaultPlan {
  rules: FaultRule[];
  random: RandomFaults | null;
}
export const noFaults: FaultPlan = { rules: [], random: null };

/** A number from 0 to 1 that depends only on its arguments. */
export function chance(...parts: (string | number)[]): number {
  return createHash('sha256').update(parts.join('\n')).digest().readUInt32BE(0) / 2 ** 32;
}

interface Seen {
  method: string;
  pathname: string;
  body: string;
  key: string | null;
}

export class Faults {
  readonly #store: Store;
  readonly #tries = new Map<string, { seen: number; faults: number }>();
  /** How many requests each kind has hit since the process started. */
  readonly hits: Partial<Record<FaultKind, number>> = {};

  constructor(store: Store) {
    this.#store = store;
  }

  /** The fault of a request, if the plan has one. A rule counts it. */
  pick(request: Seen): Fault | null {
    const fault = this.#choose(request);
    if (fault) this.hits[fault.kind] = (this.hits[fault.kind] ?? 0) + 1;
    return fault;
  }

  #choose(request: Seen): Fault | null {
    const plan = this.#store.setting('faults', noFaults);
    const index = plan.rules.findIndex((rule) => matches(rule, request));
    const rule = plan.rules[index];
    if (!rule) return this.#random(plan.random, request);
    const { skip = 0, times = 1 } = rule;
    const next = skip > 0 ? { ...rule, skip: skip - 1 } : { ...rule, times: times - 1 };
    const rules = plan.rules.with(index, next).filter(({ times: left = 1 }) => left > 0);
    this.#store.put('settings', { id: 'faults', value: { ...plan, rules } });
    return skip > 0 ? null : rule;
  }

  #random(random: RandomFaults | null, request: Seen): Fault | null {
    if (!random || !(random.methods ?? ['POST']).includes(request.method)) return null;
    const name = `${random.seed} ${request.method} ${request.pathname} ${request.key ?? ''}`;
    const tries = this.#tries.get(name) ?? { seen: 0, faults: 0 };
    const strikes = tries.faults < (random.perObject ?? 2) && chance(random.seed, name, tries.seen) < random.share;
    this.#tries.set(name, { seen: tries.seen + 1, faults: tries.faults + (strikes ? 1 : 0) });
    if (!strikes) return null;
    const kind = random.kinds[Math.floor(chance(random.seed, name, tries.seen, 'kind') * random.kinds.length)];
    return kind ? { kind } : null;
  }
}

function matches(rule: FaultRule, { method, pathname, body, key }: Seen): boolean {
  return (
    (!rule.method || rule.method === method) &&
    (!rule.path || new RegExp(rule.path).test(pathname)) &&
    (!rule.contains || decodeURIComponent(body).includes(rule.contains) || Boolean(key?.includes(rule.contains)))
  );
}

/** How webhooks arrive. Shares are from 0 to 1. Different delays also change the order. */
export interface WebhookPlan {
  seed: number;
  lost?: number;
  doubled?: number;
  late?: number;
  maxDelayMs?: number;
}

export function deliveryTimes(plan: WebhookPlan | null, name: string): number[] {
  if (!plan) return [0];
  const { seed, lost = 0, doubled = 0, late = 0, maxDelayMs = 500 } = plan;
  if (chance(seed, name, 'lost') < lost) return [];
  const delay = (which: string) =>
    chance(seed, name, 'late', which) < late ? Math.floor(chance(seed, name, which) * maxDelayMs) : 0;
  return chance(seed, name, 'doubled') < doubled ? [delay('first'), delay('second')] : [delay('first')];
}
