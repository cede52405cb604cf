import { AppError } from '#contract/errors.ts';
import {
  type CardDetails,
  type CardProcessor,
  ProcessorFault,
  type SessionRequest,
} from '#server/money/card-processor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isInsideTransaction, isUnavailable } from '#server/platform/postgres/db.ts';
import { believeEvidence, disputeCharge, type SandboxBank, sandboxBank, sandboxDisputes } from './bank.ts';
import {
  detachCard,
  detachCardsOf,
  findCharge,
  findPayout,
  findRefund,
  findReversal,
  insertCustomer,
  listMovements,
  readCard,
  renewCard,
} from './books.sql.ts';
import {
  cancelCharge,
  chargeState,
  confirmCharge,
  createCharge,
  payOut,
  refundCharge,
  reverseTransfer,
  settlePayout,
  transferState,
} from './books.ts';
import { checkoutUrl, paymentState, setupState } from './checkout.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { deliverEvent } from './deliver-event.ts';
import { type SandboxCall, SandboxFaults } from './faults.ts';
import { readWebhook } from './read-webhook.ts';
import { runIdempotent } from './run-idempotent.ts';
import { emitEvent, newId, type SandboxContext } from './sandbox-context.ts';
import { closeSession, findSession, insertSession } from './sessions.sql.ts';

export interface SandboxProcessor extends CardProcessor {
  /** Only with NODE_ENV=test. */
  readonly faults: SandboxFaults | undefined;
  readonly bank: SandboxBank;
  /** For tests: sends an event that `faults.webhooks = 'keep'` held back. */
  deliver(eventId: string): Promise<void>;
  /** For tests: the bank renews a card, and the sandbox sends an event about it. */
  renewCard(cardRef: string, card: Pick<CardDetails, 'last4' | 'expMonth' | 'expYear'>): Promise<void>;
}

/**
 * The built-in card processor, which moves no money. It has its own tables, transactions, hosted pages, idempotency keys and declines,
 * and sends signed webhooks over real HTTP. Create it before jobs start.
 */
export function createSandbox(platform: Platform): SandboxProcessor {
  const { db, jobs, config } = platform;
  const faults = config.nodeEnv === 'test' ? new SandboxFaults() : undefined;
  // Replaced by the address on which this process listens, because PUBLIC_URL may not be reachable from here.
  let ownAddress = config.publicUrl;
  const sandbox: SandboxContext = {
    platform,
    faults,
    deliverJob: jobs.define('sandbox.deliver', ({ eventId }: { eventId: string }) =>
      deliverEvent(sandbox, eventId, ownAddress),
    ),
    settlePayoutJob: jobs.define('sandbox.settle_payout', ({ payoutId }: { payoutId: string }) =>
      settlePayout(sandbox, payoutId),
    ),
    disputeJob: jobs.define('sandbox.dispute', ({ chargeId }: { chargeId: string }) =>
      disputeCharge(sandbox, chargeId),
    ),
    believeEvidenceJob: jobs.define('sandbox.believe_evidence', ({ disputeId }: { disputeId: string }) =>
      believeEvidence(sandbox, disputeId),
    ),
  };
  const answer = async <T>(call: SandboxCall, work: () => Promise<T>): Promise<T> => {
    // A call to a real processor would hold the transaction and its locks until the network answers.
    if (isInsideTransaction()) throw new Error(`${call}: the card processor was called inside a transaction`);
    const answered = () => work().catch(asFault);
    return faults ? faults.around(call, answered) : answered();
  };
  return {
    name: 'sandbox',
    testMode: true,
    inventsCards: true,
    forbidsAdult: false,
    faults,
    pages: checkoutRoutes(sandbox, (address) => {
      ownAddress = address;
    }),
    deliver: (eventId) => deliverEvent(sandbox, eventId, ownAddress),
    renewCard: (cardRef, card) =>
      db.tx(async (tx) => {
        await renewCard(tx, cardRef, card);
        await emitEvent(sandbox, tx, 'card.updated', `card:${cardRef}`, 'card');
      }),
    createCustomer: ({ userId, key }) =>
      answer('createCustomer', () =>
        runIdempotent(db, key, { userId }, async (tx) => {
          const customerRef = newId('cus');
          await insertCustomer(tx, customerRef);
          return { customerRef };
        }),
      ),
    startCardSetup: (request) => answer('startCardSetup', () => startSession(sandbox, 'setup', null, request)),
    startPayment: ({ amountCents, ...request }) =>
      answer('startPayment', () => startSession(sandbox, 'payment', amountCents, request)),
    ...lookUps(sandbox, answer),
    disputes: sandboxDisputes(sandbox, answer),
    bank: sandboxBank(sandbox),
    forgetCustomer: ({ customerRef }) => answer('forgetCustomer', () => detachCardsOf(db.sql, customerRef)),
    forgetCard: ({ cardRef }) => detachCard(db.sql, cardRef).catch(asFault),
    createCharge: ({ customerRef, cardRef, amountCents, reference, key }) => {
      const request = { customerId: customerRef, cardId: cardRef, amountCents, reference };
      return answer('createCharge', () => runIdempotent(db, key, request, (tx) => createCharge(tx, request)));
    },
    confirmCharge: ({ chargeRef, key }) =>
      answer('confirmCharge', () =>
        runIdempotent(db, key, { chargeRef }, (tx) => confirmCharge(sandbox, tx, chargeRef)),
      ),
    cancelCharge: (chargeRef) => answer('cancelCharge', () => db.tx((tx) => cancelCharge(sandbox, tx, chargeRef))),
    closeSession: (sessionRef) => answer('closeSession', () => closeSession(db.sql, sessionRef)),
    refund: ({ key, ...request }) =>
      answer('refund', () => runIdempotent(db, key, request, (tx) => refundCharge(sandbox, tx, request))),
    defaultPayoutAccount: (userId) => ({ accountRef: `acct_sandbox_${userId}` }),
    payOut: ({ key, ...request }) =>
      answer('payOut', () => runIdempotent(db, key, request, (tx) => payOut(sandbox, tx, request))),
    reverseTransfer: ({ key, ...request }) =>
      answer('reverseTransfer', () => runIdempotent(db, key, request, (tx) => reverseTransfer(sandbox, tx, request))),
    listMovements: (since) => listMovements(db.sql, since).catch(asFault),
    readWebhook: (rawBody, headers) => readWebhook(platform, rawBody, headers),
  };
}

type Answer = <T>(call: SandboxCall, work: () => Promise<T>) => Promise<T>;

function lookUps(
  sandbox: SandboxContext,
  answer: Answer,
): Pick<
  CardProcessor,
  'lookUpSetup' | 'lookUpCard' | 'lookUpCharge' | 'lookUpRefund' | 'lookUpPayout' | 'lookUpReversal'
> {
  const { sql } = sandbox.platform.db;
  return {
    lookUpSetup: ({ sessionRef, reference }) =>
      answer('lookUpSetup', async () => {
        const session = await findSession(sql, { id: sessionRef, reference, mode: 'setup' });
        return session ? setupState(sandbox, session) : null;
      }),
    lookUpCard: (cardRef) =>
      answer('lookUpCard', async () => {
        const card = await readCard(sql, cardRef);
        if (!card) return null;
        const { brand, last4, expMonth, expYear } = card;
        return { cardRef, brand, last4, expMonth, expYear };
      }),
    lookUpCharge: ({ chargeRef, sessionRef, reference }) =>
      answer('lookUpCharge', async () => {
        const charge = sessionRef && !chargeRef ? undefined : await findCharge(sql, { id: chargeRef, reference });
        if (charge) return chargeState(charge);
        const session = await findSession(sql, { id: sessionRef, reference, mode: 'payment' });
        return session ? paymentState(sandbox, session) : null;
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
    lookUpReversal: ({ reference }) =>
      answer('lookUpReversal', async () => {
        const reversal = await findReversal(sql, reference);
        return reversal ? transferState(reversal) : null;
      }),
  };
}

async function startSession(
  sandbox: SandboxContext,
  mode: 'setup' | 'payment',
  amountCents: number | null,
  { customerRef: customerId, reference, description, successUrl, cancelUrl, key }: SessionRequest,
): Promise<{ sessionRef: string; url: string }> {
  const request = { mode, customerId, amountCents, reference, description, successUrl, cancelUrl };
  return runIdempotent(sandbox.platform.db, `session ${key}`, request, async (tx) => {
    const sessionRef = newId('cs');
    await insertSession(tx, { ...request, id: sessionRef });
    return { sessionRef, url: checkoutUrl(sandbox, sessionRef) };
  });
}

/** While PostgreSQL is unavailable, the sandbox behaves like a processor that does not answer. */
function asFault(error: unknown): never {
  if (isUnavailable(error) || (error instanceof AppError && error.code === 'unavailable')) {
    throw new ProcessorFault('unknown', 'the sandbox processor does not answer', { cause: error });
  }
  throw error;
}
