import type { CardDetails, CardProcessor, SessionRequest } from '#server/money/card-processor.ts';
import type { Platform } from '#server/platform/platform.ts';
import { answer } from './answer.ts';
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
import { readWebhook } from './read-webhook.ts';
import { runIdempotent } from './run-idempotent.ts';
import { emitEvent, newId, type SandboxContext } from './sandbox-context.ts';
import { closeSession, findSession, insertSession } from './sessions.sql.ts';

export interface SandboxProcessor extends CardProcessor {
  readonly bank: SandboxBank;
  /** For tests: the bank renews a card, and the sandbox sends an event about it. */
  renewCard(cardRef: string, card: Pick<CardDetails, 'last4' | 'expMonth' | 'expYear'>): Promise<void>;
}

/**
 * The built-in card processor, which moves no money. It has its own tables, transactions, hosted pages, idempotency keys and declines,
 * and sends signed webhooks over real HTTP. Create it before jobs start.
 */
export function createSandbox(platform: Platform): SandboxProcessor {
  const { db, jobs, config } = platform;
  // Replaced by the address on which this process listens, because PUBLIC_URL may not be reachable from here.
  let ownAddress = config.publicUrl;
  const sandbox: SandboxContext = {
    platform,
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
  return {
    name: 'sandbox',
    testMode: true,
    inventsCards: true,
    forbidsAdult: false,
    pages: checkoutRoutes(sandbox, (address) => {
      ownAddress = address;
    }),
    renewCard: (cardRef, card) =>
      db.tx(async (tx) => {
        await renewCard(tx, cardRef, card);
        await emitEvent(sandbox, tx, 'card.updated', `card:${cardRef}`, 'card');
      }),
    createCustomer: ({ userId, key }) =>
      answer(() =>
        runIdempotent(db, key, { userId }, async (tx) => {
          const customerRef = newId('cus');
          await insertCustomer(tx, customerRef);
          return { customerRef };
        }),
      ),
    startCardSetup: (request) => answer(() => startSession(sandbox, 'setup', null, request)),
    startPayment: ({ amountCents, ...request }) => answer(() => startSession(sandbox, 'payment', amountCents, request)),
    ...lookUps(sandbox),
    disputes: sandboxDisputes(sandbox),
    bank: sandboxBank(sandbox),
    forgetCustomer: ({ customerRef }) => answer(() => detachCardsOf(db.sql, customerRef)),
    forgetCard: ({ cardRef }) => answer(() => detachCard(db.sql, cardRef)),
    createCharge: ({ customerRef, cardRef, amountCents, reference, key }) => {
      const request = { customerId: customerRef, cardId: cardRef, amountCents, reference };
      return answer(() => runIdempotent(db, key, request, (tx) => createCharge(tx, request)));
    },
    confirmCharge: ({ chargeRef, key }) =>
      answer(() => runIdempotent(db, key, { chargeRef }, (tx) => confirmCharge(sandbox, tx, chargeRef))),
    cancelCharge: (chargeRef) => answer(() => db.tx((tx) => cancelCharge(sandbox, tx, chargeRef))),
    closeSession: (sessionRef) => answer(() => closeSession(db.sql, sessionRef)),
    refund: ({ key, ...request }) =>
      answer(() => runIdempotent(db, key, request, (tx) => refundCharge(sandbox, tx, request))),
    defaultPayoutAccount: (userId) => ({ accountRef: `acct_sandbox_${userId}` }),
    payOut: ({ key, ...request }) =>
      answer(() => runIdempotent(db, key, request, (tx) => payOut(sandbox, tx, request))),
    reverseTransfer: ({ key, ...request }) =>
      answer(() => runIdempotent(db, key, request, (tx) => reverseTransfer(sandbox, tx, request))),
    listMovements: (since) => answer(() => listMovements(db.sql, since)),
    readWebhook: (rawBody, headers) => readWebhook(platform, rawBody, headers),
  };
}

function lookUps(
  sandbox: SandboxContext,
): Pick<
  CardProcessor,
  'lookUpSetup' | 'lookUpCard' | 'lookUpCharge' | 'lookUpRefund' | 'lookUpPayout' | 'lookUpReversal'
> {
  const { sql } = sandbox.platform.db;
  return {
    lookUpSetup: ({ sessionRef, reference }) =>
      answer(async () => {
        const session = await findSession(sql, { id: sessionRef, reference, mode: 'setup' });
        return session ? setupState(sandbox, session) : null;
      }),
    lookUpCard: (cardRef) =>
      answer(async () => {
        const card = await readCard(sql, cardRef);
        if (!card) return null;
        const { brand, last4, expMonth, expYear } = card;
        return { cardRef, brand, last4, expMonth, expYear };
      }),
    lookUpCharge: ({ chargeRef, sessionRef, reference }) =>
      answer(async () => {
        const charge = sessionRef && !chargeRef ? undefined : await findCharge(sql, { id: chargeRef, reference });
        if (charge) return chargeState(charge);
        const session = await findSession(sql, { id: sessionRef, reference, mode: 'payment' });
        return session ? paymentState(sandbox, session) : null;
      }),
    lookUpRefund: ({ reference }) =>
      answer(async () => {
        const refund = await findRefund(sql, reference);
        return refund ? transferState(refund) : null;
      }),
    lookUpPayout: ({ reference }) =>
      answer(async () => {
        const payout = await findPayout(sql, reference);
        return payout ? transferState(payout) : null;
      }),
    lookUpReversal: ({ reference }) =>
      answer(async () => {
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
