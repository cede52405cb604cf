import { logFailure } from '#web/data/log.ts';

interface Intent {
  key: string;
  amountCents: number;
}

// Client only: only event handlers and effects write it.
const intents = new Map<string, Intent>();
const slot = (poolId: string) => `pledge-intent:${poolId}`;

// crypto.randomUUID is missing on plain http outside this machine.
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

function stored(poolId: string): Intent | undefined {
  const known = intents.get(poolId);
  if (known) return known;
  try {
    return JSON.parse(sessionStorage.getItem(slot(poolId)) ?? 'null') ?? undefined;
  } catch (error) {
    logFailure('the pledge under way is not remembered', error);
    return undefined;
  }
}

/** One key an intent: the same amount in the same pool is the same pledge, however often it is sent and over whatever breaks. */
export function requestKeyFor(poolId: string, amountCents: number): string {
  const known = stored(poolId);
  if (known?.amountCents === amountCents) return known.key;
  const intent = { key: newKey(), amountCents };
  intents.set(poolId, intent);
  try {
    sessionStorage.setItem(slot(poolId), JSON.stringify(intent));
  } catch (error) {
    logFailure('the pledge under way is not kept', error);
  }
  return intent.key;
}

/** The intent has become a pledge, or is over: the next one is another. */
export function forgetRequestKey(poolId: string): void {
  intents.delete(poolId);
  try {
    sessionStorage.removeItem(slot(poolId));
  } catch (error) {
    logFailure('the pledge under way is not forgotten', error);
  }
}
