import type { Answer } from '../api.ts';
import { totals } from '../balance.ts';
import type { Call } from '../call.ts';
import type { Faults } from '../faults.ts';
import type { RateLimit } from '../rate-limit.ts';
import { Refusal } from '../refusal.ts';
import type { TableName } from '../tables.ts';
import { actions } from './actions.ts';

export interface Figures {
  limit: RateLimit;
  requests: Map<string, number>;
  faults: Faults['hits'];
}

/** Answers GET /_control/state, GET /_control/tables/NAME?from=INDEX, POST /_control/reset-figures and POST /_control/ACTION. */
export function runControl(call: Call, figures: Figures, url: URL, body: string): Answer {
  const [name = '', table = ''] = url.pathname.slice('/_control/'.length).split('/');
  try {
    if (name === 'state') return answer(state(call, figures));
    if (name === 'tables')
      return answer(call.store.all(table as TableName).slice(Number(url.searchParams.get('from') ?? 0)));
    if (name === 'reset-figures') {
      figures.limit.reset();
      figures.requests.clear();
      return answer({});
    }
    const action = actions[name];
    if (!action)
      throw new Refusal(404, { message: `No action ${name}. There are: ${Object.keys(actions).join(', ')}.` });
    return answer(action(call, body === '' ? {} : (JSON.parse(body) as Record<string, unknown>)) ?? {});
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: JSON.stringify(error.body) };
    throw error;
  }
}

function answer(value: object): Answer {
  return { status: 200, body: JSON.stringify(value) };
}

export interface State {
  now: number;
  balance: { available: number; pending: number; total: number };
  /** Sums of all movements by type, in cents: gross amounts and fees. */
  movements: Record<string, { amount: number; fee: number }>;
  /** References with more than one succeeded charge. */
  chargedTwice: string[];
  /** Requests that broke a rule of the API: unknown or deprecated parameters, missing or reused idempotency keys. */
  violations: string[];
  deliveries: { due: number; delivered: number; given_up: number };
  requests: Record<string, number>;
  rate: RateLimit['figures'];
  /** Requests that a planned fault hit, by kind, since the process started. */
  faults: Faults['hits'];
}

function state({ store }: Call, { limit, requests, faults }: Figures): State {
  const { available, pending } = totals(store);
  const movements: State['movements'] = {};
  for (const { type, amount, fee } of store.all('movements')) {
    const sum = movements[type] ?? { amount: 0, fee: 0 };
    movements[type] = { amount: sum.amount + amount, fee: sum.fee + fee };
  }
  const charges = store.all('charges').filter(({ status }) => status === 'succeeded');
  const references = charges
    .map(({ metadata }) => metadata.fanfare_reference ?? '')
    .filter(Boolean);
  const deliveries = { due: 0, delivered: 0, given_up: 0 };
  for (const delivery of store.all('deliveries')) deliveries[delivery.state] += 1;
  return {
    now: store.now(),
    balance: { available, pending, total: available + pending },
    movements,
    chargedTwice: references.filter((reference, index) => references.indexOf(reference) < index),
    violations: store.all('violations').map(({ message }) => message),
    deliveries,
    requests: Object.fromEntries(requests),
    rate: limit.figures,
    faults,
  };
}
