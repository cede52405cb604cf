import type Stripe from 'stripe';
import type { SelfTestResult } from '#server/money/card-processor.ts';
import { accountEvents, snapshotEvents, thinEvents } from './webhooks.ts';

/** One destination of events, as an operator adds it in Stripe's dashboard. */
interface Needed {
  events: readonly string[];
  payload: 'snapshot' | 'thin';
  from: 'own' | 'connected';
  words: string;
}

const needed: readonly Needed[] = [
  { events: snapshotEvents, payload: 'snapshot', from: 'own', words: 'of your account, with snapshot payload' },
  {
    events: accountEvents,
    payload: 'snapshot',
    from: 'connected',
    words: 'of connected accounts, with snapshot payload',
  },
  { events: thinEvents, payload: 'thin', from: 'connected', words: 'of connected accounts, with thin payload' },
];

/** Stripe's names of the accounts whose events a destination gets, older ones included. */
const sources = { own: ['@self', 'self'], connected: ['@accounts', 'accounts', 'other_accounts'] } as const;

interface Destination {
  payload: string;
  from: readonly string[];
  events: ReadonlySet<string>;
}

/** Whether Stripe sends every needed event to this site: from the right accounts and in the right form. */
export async function testDestinations(
  stripe: Stripe,
  { publicUrl }: { publicUrl: string },
): Promise<Omit<SelfTestResult, 'name'>> {
  const url = `${publicUrl}/api/webhooks/stripe`;
  const destinations = await listDestinations(stripe, url);
  const faults = needed.flatMap((one) => {
    const missing = one.events.filter((event) => !destinations.some((place) => sends(place, one, event)));
    return missing.length > 0 ? [`${missing.join(', ')} (${one.words})`] : [];
  });
  if (faults.length === 0) return { ok: true, message: `Stripe sends every needed event to ${url}.` };
  return { ok: false, message: `Let Stripe send these events to ${url}: ${faults.join('; ')}.` };
}

function sends({ payload, from, events }: Destination, needs: Needed, event: string): boolean {
  const isFrom = sources[needs.from].some((name) => from.includes(name));
  const isListed = events.has(event) || (payload === 'snapshot' && events.has('*'));
  return payload === needs.payload && isFrom && isListed;
}

/** Endpoints of the v1 API that the v2 list leaves out send the account's own events. */
async function listDestinations(stripe: Stripe, url: string): Promise<Destination[]> {
  const destinations: Destination[] = [];
  const ids = new Set<string>();
  for await (const destination of stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] })) {
    ids.add(destination.id);
    if (destination.webhook_endpoint?.url !== url || destination.status !== 'enabled') continue;
    const { event_payload: payload, events_from: from = ['@self'], enabled_events } = destination;
    destinations.push({ payload, from, events: new Set(enabled_events) });
  }
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (ids.has(endpoint.id) || endpoint.url !== url || endpoint.status !== 'enabled') continue;
    destinations.push({ payload: 'snapshot', from: ['@self'], events: new Set(endpoint.enabled_events) });
  }
  return destinations;
}
