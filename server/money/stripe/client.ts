import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import type { Config } from '#server/platform/config/config.ts';

export type StripeSettings = NonNullable<Config['stripe']>;

/** The context of every ability of the Stripe adapter. */
export interface StripeContext {
  stripe: Stripe;
  settings: StripeSettings;
}

/**
 * The SDK's client. It does not retry, because callers look an object up after a lost answer. The SDK pins the API version. All calls
 * share one keep-alive agent and one pace.
 */
export function createClient(settings: StripeSettings): Stripe {
  const base = settings.apiBase === undefined ? undefined : new URL(settings.apiBase);
  const isPlain = base?.protocol === 'http:';
  const agent = isPlain ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true });
  const client = Stripe.createNodeHttpClient(agent as HttpAgent);
  // Stripe refuses more than 25 calls a second in test mode and 100 in live mode: https://docs.stripe.com/rate-limits
  const waitForTurn = createPace(settings.callsPerSecond);
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    await waitForTurn();
    return send(...request);
  };
  return new Stripe(settings.secretKey, {
    httpClient: client,
    maxNetworkRetries: 0,
    timeout: settings.timeoutMs,
    telemetry: false,
    appInfo: { name: 'Fanfare' },
    ...(base && {
      host: base.hostname,
      port: base.port || (isPlain ? 80 : 443),
      protocol: isPlain ? ('http' as const) : ('https' as const),
    }),
  });
}

/** Spaces calls evenly. Each call takes the next free slot; an idle client answers at once. */
export function createPace(perSecond: number): () => Promise<void> {
  const gapMs = 1000 / perSecond;
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    // A short burst is allowed, because the limit counts whole seconds.
    const at = Math.max(now - gapMs * 5, nextAt);
    nextAt = at + gapMs;
    if (at > now) await sleep(at - now);
  };
}
