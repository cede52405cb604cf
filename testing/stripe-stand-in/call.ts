import type { Params } from './form.ts';
import { text } from './form.ts';
import { Refusal } from './refusal.ts';
import type { Store } from './store.ts';

/** One request to the API, after decoding and validation. */
export interface Call {
  store: Store;
  /** Emits events and creates deliveries. `account`: the connected account that it is about. */
  emit: (type: string, object: { id: string }, account?: string) => void;
  emitThin: (type: string, accountId: string) => void;
  /** Segments of the path that the route names. */
  path: Record<string, string>;
  params: Params;
  livemode: boolean;
  /** The origin under which hosted pages are reachable. */
  origin: string;
  /** The connected account of the Stripe-Account header. */
  account: string | null;
}

export interface Route {
  method: 'GET' | 'POST' | 'DELETE';
  /** Segments in braces are named as in Stripe's API description. */
  path: string;
  /** A POST that can move money or promise it; it needs an idempotency key of the caller's own. */
  movesMoney?: boolean;
  run: (call: Call) => object;
}

export function needed(call: Call, name: string): string {
  const value = text(call.params, name);
  if (value === null)
    throw new Refusal(400, {
      code: 'parameter_missing',
      message: `Missing required param: ${name}.`,
      param: name,
    });
  return value;
}

/** An amount in cents. */
export function cents(call: Call, name: string): number {
  const value = Number(needed(call, name));
  if (!Number.isInteger(value) || value < 1)
    throw new Refusal(400, { code: 'parameter_invalid_integer', message: `Invalid positive integer`, param: name });
  return value;
}
