import { logFailure } from '#web/data/log.ts';

interface Intent {
  key: string;
  amountCents: number;
}

// Browser only: only event handlers and effects write it.
const intents = new Map<string, Intent>();
const slot = (poolId: string) => `pledge-intent:${poolId}`;

// crypto.randomUUID exists only in secure contexts, so not on plain HTTP from another machine.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function stored(poolId: string): Intent | undefined {
  const known = intents.get(poolId);
  if (known) return known;
  try {
    return JSON.parse(sessionStorage.getItem(slot(poolId)) ?? 'null') ?? undefined;
  } catch (error) {
    logFailure('reading the request key from session storage failed', error);
    return undefined;
  }
}

/** The idempotency key of a pledge. Repeated requests for the same amount and pool share one key, even after an error or a reload. */
export function requestKeyFor(poolId: string, amountCents: number): string {
  const known = stored(poolId);
  if (known?.amountCents === amountCents) return known.key;
  const intent = { key: newKey(), amountCents };
  intents.set(poolId, intent);
  try {
    sessionStorage.setItem(slot(poolId), JSON.stringify(intent));
  } catch (error) {
    logFailure('storing the request key failed', error);
  }
  return intent.key;
}

/** Forgets the key once its pledge exists or has ended, so that the next pledge gets a new key. */
export function forgetRequestKey(poolId: string): void {
  intents.delete(poolId);
  try {
    sessionStorage.removeItem(slot(poolId));
  } catch (error) {
    logFailure('removing the request key from session storage failed', error);
  }
}
