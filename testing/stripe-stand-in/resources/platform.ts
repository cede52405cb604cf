import type Stripe from 'stripe';
import { availableOf, current, totalOf, totals } from '../balance.ts';
import type { Call, Route } from '../call.ts';
import { list, text } from '../form.ts';
import { page } from '../lists.ts';
import { missing } from '../refusal.ts';
import { newId } from '../store.ts';
import type { Endpoint } from '../tables.ts';
import { platformOf, showPlatform } from './platform-account.ts';

function balance(call: Call) {
  const { account, store } = call;
  const available = account ? availableOf(store, account) : 0;
  const sums = account ? { available, pending: totalOf(store, account) - available } : totals(store);
  const money = (amount: number) => [{ amount, currency: 'usd', source_types: { card: amount } }];
  return {
    object: 'balance',
    available: money(sums.available),
    ...(account ? {} : { connect_reserved: [{ amount: 0, currency: 'usd' }] }),
    livemode: call.livemode,
    pending: money(sums.pending),
    refund_and_dispute_prefunding: { available: money(0), pending: money(0) },
  } as Stripe.Balance;
}

const off = { available: false, display_preference: { overridable: null, preference: 'off', value: 'off' } } as const;
const on = { available: true, display_preference: { overridable: null, preference: 'on', value: 'on' } } as const;

function paymentMethods(call: Call): Stripe.PaymentMethodConfiguration {
  const { takesCards } = platformOf(call.store);
  return {
    id: 'pmc_fanfare',
    object: 'payment_method_configuration',
    active: true,
    application: null,
    is_default: true,
    livemode: call.livemode,
    name: 'Default',
    parent: null,
    card: takesCards ? on : off,
    apple_pay: on,
    google_pay: on,
    link: on,
    klarna: off,
    affirm: off,
    us_bank_account: off,
    cashapp: off,
  };
}

function endpoint(call: Call, row: { id: string; url: string; events: string[] }): Stripe.WebhookEndpoint {
  return {
    id: row.id,
    object: 'webhook_endpoint',
    api_version: '2026-10-28.endive',
    application: null,
    created: call.store.now(),
    description: null,
    enabled_events: row.events,
    livemode: call.livemode,
    metadata: {},
    status: 'enabled',
    url: row.url,
  };
}

/** An endpoint as the v2 API describes it. Stripe shows the URL only when the caller includes it. */
function destination(call: Call, row: Endpoint, withUrl: boolean): Stripe.V2.Core.EventDestination {
  const now = new Date(call.store.now() * 1000).toISOString();
  return {
    id: row.id,
    object: 'v2.core.event_destination',
    created: now,
    description: '',
    enabled_events: row.events,
    event_payload: row.payload,
    events_from: [row.from],
    livemode: call.livemode,
    metadata: {},
    name: row.payload === 'thin' ? 'Accounts' : 'Payments',
    status: 'enabled',
    type: 'webhook_endpoint',
    updated: now,
    ...(withUrl ? { webhook_endpoint: { url: row.url } } : {}),
  };
}

function payoutsOf(call: Call): Stripe.Payout[] {
  return call.store.all('payouts').filter((payout) => payout.metadata?.account === (call.account ?? undefined));
}

export const platformRoutes: Route[] = [
  { method: 'GET', path: '/v1/account', run: showPlatform },
  { method: 'GET', path: '/v1/balance', run: balance },
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    run(call) {
      const type = text(call.params, 'type');
      const source = text(call.params, 'source');
      const rows = call.store
        .all('movements')
        .filter((row) => (!type || row.type === type) && (!source || row.source === source));
      const answer = page('/v1/balance_transactions', call.params, rows);
      return { ...answer, data: answer.data.map((row) => current(call.store, row)) };
    },
  },
  {
    method: 'GET',
    path: '/v1/balance_transactions/{id}',
    run(call) {
      const row = call.store.get('movements', call.path.id ?? '');
      if (!row) throw missing('balance_transaction', call.path.id ?? '');
      return current(call.store, row);
    },
  },
  {
    method: 'GET',
    path: '/v1/webhook_endpoints',
    run: (call) =>
      page(
        '/v1/webhook_endpoints',
        call.params,
        call.store
          .all('endpoints')
          .filter((row) => row.payload === 'snapshot')
          .map((row) => endpoint(call, row)),
      ),
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    run(call) {
      const secret = newId('whsec_', 32);
      const row = call.store.put('endpoints', {
        id: newId('we_'),
        url: text(call.params, 'url') ?? '',
        secret,
        payload: 'snapshot',
        from: text(call.params, 'connect') === 'true' ? 'other_accounts' : 'self',
        events: list(call.params, 'enabled_events'),
      });
      // Only the answer to the creation carries the secret.
      return { ...endpoint(call, row), secret };
    },
  },
  {
    method: 'GET',
    path: '/v2/core/event_destinations',
    run: (call) => ({
      data: call.store
        .all('endpoints')
        .map((row) => destination(call, row, list(call.params, 'include').includes('webhook_endpoint.url'))),
      next_page_url: null,
      previous_page_url: null,
    }),
  },
  {
    method: 'GET',
    path: '/v1/payment_method_configurations',
    run: (call) => page('/v1/payment_method_configurations', call.params, [paymentMethods(call)]),
  },
  {
    method: 'GET',
    path: '/v1/payment_method_configurations/{configuration}',
    run(call) {
      if (call.path.configuration !== 'pmc_fanfare')
        throw missing('payment_method_configuration', call.path.configuration ?? '', 'configuration');
      return paymentMethods(call);
    },
  },
  {
    method: 'GET',
    path: '/v1/events',
    run(call) {
      const type = text(call.params, 'type');
      const types = list(call.params, 'types');
      const rows = call.store
        .all('events')
        .filter((event) => (!type || event.type === type) && (types.length === 0 || types.includes(event.type)));
      return page('/v1/events', call.params, rows);
    },
  },
  {
    method: 'GET',
    path: '/v1/events/{id}',
    run(call) {
      const event = call.store.get('events', call.path.id ?? '');
      if (!event) throw missing('event', call.path.id ?? '');
      return event;
    },
  },
  {
    method: 'GET',
    path: '/v1/payouts',
    run: (call) => page('/v1/payouts', call.params, payoutsOf(call)),
  },
  {
    method: 'GET',
    path: '/v1/payouts/{payout}',
    run(call) {
      const payout = payoutsOf(call).find((row) => row.id === call.path.payout);
      if (!payout) throw missing('payout', call.path.payout ?? '', 'payout');
      return payout;
    },
  },
];
