import { randomUUID } from 'node:crypto';
import type { MoneyContext } from '#server/money/money-context.ts';
import { pledgeToPool } from '#server/pledges/pledge-to-pool.ts';
import { storeInBatch } from '#server/pledges/store-pledge.ts';
import { cookieOf, type Fan } from './people.ts';
import { openWire } from './wire.ts';

export const amountCents = 300;

interface Open {
  /** `place`: the index among fans who pledge at the same time. */
  pledge: (fan: Fan, poolId: string, place: number) => Promise<unknown>;
  close(): void;
}

/** One way to pledge. `crowd`: the number of concurrent fans. */
export interface Way {
  name: string;
  open: (crowd: number) => Promise<Open>;
}

const inProcess = (name: string, pledge: (fan: Fan, poolId: string) => Promise<unknown>): Way => ({
  name: `${name}, in process`,
  open: async () => ({ pledge, close: () => undefined }),
});

export function confirming(context: MoneyContext): Way {
  return inProcess('storeInBatch', ({ id: fanId, cardId }, poolId) => {
    const terms = { poolId, fanId, amountCents, requestKey: randomUUID(), anonymous: false };
    return storeInBatch(context, { id: randomUUID(), ...terms, cardId, isNew: true });
  });
}

export function pledging(context: MoneyContext): Way {
  return inProcess('pledgeToPool', ({ id, n }, poolId) => {
    const rights = { role: 'user', locale: 'en', suspended: false, emailVerified: true, hasFreshProof: true } as const;
    const request = { poolId, amountCents, requestKey: randomUUID(), useSavedCard: true, seesAdult: true };
    return pledgeToPool(context, { userId: id, username: `fan${n}`, sessionId: id, ...rights }, request);
  });
}

export function posting(url: string): Way {
  return {
    name: 'POST /api/pools/{id}/pledges',
    async open(crowd) {
      const wires = await Promise.all(Array.from({ length: crowd }, () => openWire(url)));
      return {
        async pledge({ n }, poolId, place) {
          const body = JSON.stringify({ amountCents, requestKey: randomUUID(), useSavedCard: true });
          const request = { method: 'POST', path: `/api/pools/${poolId}/pledges`, cookie: cookieOf(n), body };
          const answer = await wires[place]?.send(request);
          if (answer?.status !== 201) throw new Error(`a pledge was answered with ${answer?.status}: ${answer?.body}`);
        },
        close() {
          for (const wire of wires) wire.close();
        },
      };
    },
  };
}
