import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import type { Config } from '#server/platform/config/config.ts';
import { createThrottle, endpointOf } from './throttle.ts';

export type StripeSettings = NonNullable<Config['stripe']>;

/** The context of every ability of the Stripe adapter. */
export interface StripeContext {
  stripe: Stripe;
  settings: StripeSettings;
}

/** After a 429. */
const retries = 4;
const longestWaitMs = 20_000;

/**
 * The SDK's client. It does not retry after a lost answer, because callers look the object up first. It repeats a call that Stripe
 * refused with 429, because that call did nothing, and looking it up would make more calls. The SDK pins the API version. All calls share
 * one keep-alive agent and one throttle.
 */
export function createClient(settings: StripeSettings): Stripe {
  const base = settings.apiBase === undefined ? undefined : new URL(settings.apiBase);
  const isPlain = base?.protocol === 'http:';
  const agent = isPlain ? new HttpAgent({ keepAlive: true }) : new HttpsAgent({ keepAlive: true });
  const client = Stripe.createNodeHttpClient(agent as HttpAgent);
  const throttle = createThrottle(settings.callsPerSecond);
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const [, , path, method] = request;
    for (let attempt = 0; ; attempt += 1) {
      await throttle.turn(endpointOf(method, path));
      const response = await send(...request);
      if (response.getStatusCode() !== 429 || attempt === retries) return response;
      throttle.slowDown();
      // The body must be read to free the connection; a broken one does not matter.
      await response.toJSON().catch(() => undefined);
      await sleep(waitAfter429(attempt, response.getHeaders()['retry-after']));
    }
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

/** Doubles from half a second, with jitter, so that nodes do not repeat their calls in step. */
function waitAfter429(attempt: number, retryAfterS: unknown): number {
  const askedMs = Number(retryAfterS) * 1000;
  if (askedMs > 0 && askedMs <= longestWaitMs) return askedMs * (1 + Math.random() / 4);
  return 500 * 2 ** attempt * (0.5 + Math.random());
}
