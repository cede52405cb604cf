import type Stripe from 'stripe';
import type { Call, Route } from '../call.ts';
import { metadata, type Params, text } from '../form.ts';
import { page } from '../lists.ts';
import { missing } from '../refusal.ts';
import { newId } from '../store.ts';

export function buildSetup(call: Call, fields: { customer: string | null; data: Params }): Stripe.SetupIntent {
  const id = newId('seti_');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    cancellation_reason: null,
    client_secret: `${id}_secret_${newId('', 25)}`,
    created: call.store.now(),
    customer: fields.customer,
    customer_account: null,
    description: text(fields.data, 'description'),
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: call.livemode,
    managed_payments: null,
    mandate: null,
    metadata: metadata(fields.data),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: { id: 'pmc_fanfare', parent: null },
    payment_method_options: {},
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  };
}

export const setupIntentRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/setup_intents/{intent}',
    run(call) {
      const setup = call.store.get('setupIntents', call.path.intent ?? '');
      if (!setup) throw missing('setupintent', call.path.intent ?? '', 'intent');
      return setup;
    },
  },
  {
    method: 'GET',
    path: '/v1/setup_intents',
    run(call) {
      const customer = text(call.params, 'customer');
      const rows = call.store.all('setupIntents').filter((setup) => !customer || setup.customer === customer);
      return page('/v1/setup_intents', call.params, rows);
    },
  },
];
