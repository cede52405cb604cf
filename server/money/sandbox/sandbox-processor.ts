import { AppError } from '#contract/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isInsideTransaction, isUnavailable } from '#server/platform/postgres/db.ts';
import { type CardProcessor, ProcessorFault, type SessionRequest } from '../card-port.ts';
import { detachCard, findCharge, findPayout, findRefund, insertCustomer, listMovements } from './books.sql.ts';
import {
  cancelCharge,
  chargeState,
  confirmCharge,
  createCharge,
  payOut,
  refundCharge,
  settlePayout,
  transferState,
} from './books.ts';
import { checkoutUrl, paymentState, setupState } from './checkout.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { deliverEvent } from './deliver-event.ts';
import { type SandboxCall, SandboxFaults } from './faults.ts';
import { once } from './idempotent.ts';
import { readWebhook } from './read-webhook.ts';
import { newId, type SandboxWorld } from './sandbox-world.ts';
import { closeSession, findSession, insertSession } from './sessions.sql.ts';

export interface SandboxProcessor extends CardProcessor {
  /** Only with NODE_ENV=test. */
  readonly faults: SandboxFaults | undefined;
  /** For tests: sends an event that was kept back. */
  deliver(eventId: string): Promise<void>;
}

/**
 * A card processor of our own that moves no money: own tables, own transactions, hosted page, idempotency keys, declines, signed
 * webhooks over real HTTP. Build it before jobs start.
 */
export function createSandbox(platform: Platform): SandboxProcessor {
  const { db, jobs, config } = platform;
  const faults = config.nodeEnv === 'test' ? new SandboxFaults() : undefined;
  // Where this process listens, once it does: PUBLIC_URL may not be reachable from inside.
  let ownAddress = config.publicUrl;
  const world: SandboxWorld = {
    platform,
    faults,
    deliverJob: jobs.define('sandbox.deliver', ({ eventId }: { eventId: string }) =>
      deliverEvent(world, eventId, ownAddress),
    ),
    settlePayoutJob: jobs.define('sandbox.settle_payout', ({ payoutId }: { payoutId: string }) =>
      settlePayout(world, payoutId),
    ),
  };
  const answer = async <T>(call: SandboxCall, work: () => Promise<T>): Promise<T> => {
    // A real one would hold the transaction, and its locks, for as long as the network likes.
    if (isInsideTransaction()) throw new Error(`${call}: the card processor was called inside a transaction`);
    const answered = () => work().catch(asFault);
    return faults ? faults.around(call, answered) : answered();
  };
  return {
    name: 'sandbox',
    testMode: true,
    faults,
    pages: checkoutRoutes(world, (address) => {
      ownAddress = address;
    }),
    deliver: (eventId) => deliverEvent(world, eventId, ownAddress),
    createCustomer: ({ userId, key }) =>
      answer('createCustomer', () =>
        once(db, key, { userId }, async (tx) => {
          const customerRef = newId('cus');
          await insertCustomer(tx, customerRef);
          return { customerRef };
        }),
      ),
    startCardSetup: (request) => answer('startCardSetup', () => startSession(world, 'setup', null, request)),
    startPayment: ({ amountCents, ...request }) =>
      answer('startPayment', () => startSession(world, 'payment', amountCents, request)),
    ...lookUps(world, answer),
    forgetCard: ({ cardRef }) => detachCard(db.sql, cardRef).catch(asFault),
    createCharge: ({ customerRef, cardRef, amountCents, reference, key }) => {
      const request = { customerId: customerRef, cardId: cardRef, amountCents, reference };
      return answer('createCharge', () => once(db, key, request, (tx) => createCharge(tx, request)));
    },
    confirmCharge: ({ chargeRef, key }) =>
      answer('confirmCharge', () => once(db, key, { chargeRef }, (tx) => confirmCharge(world, tx, chargeRef))),
    cancelCharge: (chargeRef) => answer('cancelCharge', () => db.tx((tx) => cancelCharge(world, tx, chargeRef))),
    closeSession: (sessionRef) => answer('closeSession', () => closeSession(db.sql, sessionRef)),
    refund: ({ key, ...request }) =>
      answer('refund', () => once(db, key, request, (tx) => refundCharge(world, tx, request))),
    standingPayoutAccount: (userId) => ({ accountRef: `acct_sandbox_${userId}` }),
    payOut: ({ key, ...request }) => answer('payOut', () => once(db, key, request, (tx) => payOut(world, tx, request))),
    listMovements: (since) => listMovements(db.sql, since).catch(asFault),
    readWebhook: (rawBody, headers) => readWebhook(platform, rawBody, headers),
  };
}

type Answer = <T>(call: SandboxCall, work: () => Promise<T>) => Promise<T>;

function lookUps(
  world: SandboxWorld,
  answer: Answer,
): Pick<CardProcessor, 'lookUpSetup' | 'lookUpCharge' | 'lookUpRefund' | 'lookUpPayout'> {
  const { sql } = world.platform.db;
  return {
    lookUpSetup: ({ sessionRef, reference }) =>
      answer('lookUpSetup', async () => {
        const session = await findSession(sql, { id: sessionRef, reference, mode: 'setup' });
        return session ? setupState(world, session) : null;
      }),
    lookUpCharge: ({ chargeRef, sessionRef, reference }) =>
      answer('lookUpCharge', async () => {
        const charge = sessionRef && !chargeRef ? undefined : await findCharge(sql, { id: chargeRef, reference });
        if (charge) return chargeState(charge);
        const session = await findSession(sql, { id: sessionRef, reference, mode: 'payment' });
        return session ? paymentState(world, session) : null;
      }),
    lookUpRefund: ({ reference }) =>
      answer('lookUpRefund', async () => {
        const refund = await findRefund(sql, reference);
        return refund ? transferState(refund) : null;
      }),
    lookUpPayout: ({ reference }) =>
      answer('lookUpPayout', async () => {
        const payout = await findPayout(sql, reference);
        return payout ? transferState(payout) : null;
      }),
  };
}

async function startSession(
  world: SandboxWorld,
  mode: 'setup' | 'payment',
  amountCents: number | null,
  { customerRef: customerId, reference, description, successUrl, cancelUrl, key }: SessionRequest,
): Promise<{ sessionRef: string; url: string }> {
  const request = { mode, customerId, amountCents, reference, description, successUrl, cancelUrl };
  return once(world.platform.db, `session ${key}`, request, async (tx) => {
    const sessionRef = newId('cs');
    await insertSession(tx, { ...request, id: sessionRef });
    return { sessionRef, url: checkoutUrl(world, sessionRef) };
  });
}

/** To its customers a processor whose database is away is one that does not answer. */
function asFault(error: unknown): never {
  if (isUnavailable(error) || (error instanceof AppError && error.code === 'unavailable')) {
    throw new ProcessorFault('unknown', 'the sandbox processor does not answer', { cause: error });
  }
  throw error;
}
