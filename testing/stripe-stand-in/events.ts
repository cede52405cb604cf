import type Stripe from 'stripe';
import type { Call } from './call.ts';
import { deliveryTimes, type WebhookPlan } from './faults.ts';
import { newId, type Store } from './store.ts';
import type { Endpoint } from './tables.ts';

/** Records events and their deliveries in the same commit as the change that causes them. */
export function createEmitters(
  store: Store,
  livemode: boolean,
  request: { id: string; key: string | null },
): Pick<Call, 'emit' | 'emitThin'> {
  const deliver = (to: Pick<Endpoint, 'payload' | 'from'>, event: { id: string; type: string }, about: string) => {
    const plan = store.setting<WebhookPlan | null>('webhooks', null);
    for (const endpoint of store.all('endpoints')) {
      if (endpoint.payload !== to.payload || endpoint.from !== to.from || !wants(endpoint, event.type)) continue;
      for (const delay of deliveryTimes(plan, `${event.type} ${about}`))
        store.put('deliveries', {
          id: newId('del_'),
          endpoint: endpoint.id,
          event: event.id,
          dueAt: Date.now() + delay,
          attempts: 0,
          state: 'due',
        });
    }
  };
  return {
    emit(type, object, account) {
      const event = store.put('events', {
        id: newId('evt_'),
        object: 'event',
        api_version: '2026-10-28.endive',
        created: store.now(),
        data: { object: { ...object } },
        livemode,
        pending_webhooks: 1,
        request: { id: request.id, idempotency_key: request.key },
        type,
        ...(account ? { account } : {}),
      } as Stripe.Event);
      deliver({ payload: 'snapshot', from: account ? 'other_accounts' : 'self' }, event, nameOf(object));
    },
    emitThin(type, accountId) {
      const event = store.put('thinEvents', {
        id: newId('evt_'),
        object: 'v2.core.event',
        type,
        created: new Date(store.now() * 1000).toISOString(),
        livemode,
        related_object: { id: accountId, type: 'v2.core.account', url: `/v2/core/accounts/${accountId}` },
      });
      deliver({ payload: 'thin', from: 'other_accounts' }, event, accountId);
    },
  };
}

function wants(endpoint: Endpoint, type: string): boolean {
  return endpoint.events.includes('*') || endpoint.events.includes(type);
}

/** Our reference where the object has one, so that a seed gives the same plan in another run. */
function nameOf(object: { id: string; metadata?: unknown }): string {
  return (object.metadata as Record<string, string> | null | undefined)?.fanfare_reference ?? object.id;
}
