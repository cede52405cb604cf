import type Stripe from 'stripe';
import { asShown, current } from './balance.ts';
import { invalid } from './refusal.ts';
import type { Store } from './store.ts';
import type { TableName } from './tables.ts';

const tables: [prefix: string, table: TableName][] = [
  ['cus_', 'customers'],
  ['pm_', 'paymentMethods'],
  ['cs_', 'sessions'],
  ['seti_', 'setupIntents'],
  ['pi_', 'paymentIntents'],
  ['ch_', 'charges'],
  ['re_', 'refunds'],
  ['tr_', 'transfers'],
  ['trr_', 'reversals'],
  ['dp_', 'disputes'],
  ['txn_', 'movements'],
];

type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

/** The object of an id that stands for it. */
function objectOf(store: Store, id: string): Json | undefined {
  const table = tables.find(([prefix]) => id.startsWith(prefix))?.[1];
  const row = table && store.get(table, id);
  if (!row) return undefined;
  if (table === 'movements') return current(store, row as never) as unknown as Json;
  return (table === 'charges' ? asShown(store, row as Stripe.Charge) : row) as unknown as Json;
}

/** Replaces ids by objects along each path, such as `latest_charge.balance_transaction` or `data.payment_intent`. */
export function expand(store: Store, answer: object, paths: string[]): object {
  return paths.reduce<Json>((value, path) => along(store, value, path.split('.'), path), answer as Json) as object;
}

function along(store: Store, value: Json, keys: string[], path: string): Json {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => along(store, item, keys, path));
  if (value === null || typeof value !== 'object') return value;
  const child = value[key] ?? lists(store, value, key);
  if (child === undefined && value[key] === undefined)
    throw invalid(`This property cannot be expanded (${path}).`, 'expand');
  if (child === null || child === undefined) return value;
  const resolved = typeof child === 'string' ? (objectOf(store, child) ?? child) : child;
  return { ...value, [key]: along(store, resolved, rest, path) };
}

/** Lists that Stripe leaves out of an object unless they are asked for. */
function lists(store: Store, owner: { [key: string]: Json }, key: string): Json | undefined {
  const { object, id } = owner;
  const of = (data: object[], url: string) => ({ object: 'list', data, has_more: false, url }) as unknown as Json;
  if (object === 'charge' && key === 'refunds')
    return of(
      store.all('refunds').filter((refund) => refund.charge === id),
      `/v1/charges/${String(id)}/refunds`,
    );
  return undefined;
}
