import { logFailure } from '#web/data/log.ts';
import { newRequestKey } from '#web/data/new-request-key.ts';

/** The pool and the signed-in person, because the next person in this tab must not repeat the request of this one. */
export interface PledgeSlot {
  poolId: string;
  userId: string | undefined;
}

/** The parts of a request that a repeated one must share. The server returns the first pledge of a key, whatever its `anonymous` was. */
interface PledgeTerms {
  amountCents: number;
  anonymous: boolean;
}

interface Intent extends PledgeTerms {
  key: string;
}

// Browser only: only event handlers and effects write it.
const intents = new Map<string, Intent>();
const nameOf = ({ poolId, userId }: PledgeSlot) => `pledge-intent:${userId}:${poolId}`;

function stored(name: string): Intent | undefined {
  const known = intents.get(name);
  if (known) return known;
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
  } catch (error) {
    logFailure('reading the request key from session storage failed', error);
    return undefined;
  }
}

/** The idempotency key of a pledge. Repeated requests with the same terms share one key, even after an error or a reload. */
export function requestKeyFor(slot: PledgeSlot, { amountCents, anonymous }: PledgeTerms): string {
  const name = nameOf(slot);
  const known = stored(name);
  if (known?.amountCents === amountCents && known.anonymous === anonymous) return known.key;
  const intent = { key: newRequestKey(), amountCents, anonymous };
  intents.set(name, intent);
  try {
    sessionStorage.setItem(name, JSON.stringify(intent));
  } catch (error) {
    logFailure('storing the request key failed', error);
  }
  return intent.key;
}

/** Forgets the key once its pledge exists or has ended, so that the next pledge gets a new key. */
export function forgetRequestKey(slot: PledgeSlot): void {
  const name = nameOf(slot);
  intents.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch (error) {
    logFailure('removing the request key from session storage failed', error);
  }
}
