import type { ChargeState, SetupState } from '#server/money/card-processor.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { type DeclineCode, declineCodeFor, declineOf } from './behaviors.ts';
import { findCharge, insertCard, insertCharge, readCard } from './books.sql.ts';
import { chargeState, decideCharge } from './books.ts';
import type { EnteredCard } from './card-input.ts';
import { emitEvent, newId, type SandboxContext, type SandboxInTransaction } from './sandbox-context.ts';
import { lockSession, markSession, type Session, setPendingCard } from './sessions.sql.ts';

/** The customer's action on the page. */
export type CheckoutStep = { kind: 'card'; card: EnteredCard } | { kind: 'approve' } | { kind: 'refuse' };

/** The customer's next page; `stay` shows the same page again, because the card requires approval. */
export type CheckoutEnd =
  | { go: 'success' | 'cancel'; session: Session }
  | { go: 'stay' }
  | { go: 'closed'; session: Session };

/**
 * Handles one step of a hosted page. Locks the session's row, so a form that is submitted twice has the same result and charges once. A
 * declined card ends the session: the customer is sent to `cancelUrl` and starts again from there. Undefined if the session does not
 * exist.
 */
export async function stepCheckout(
  sandbox: SandboxContext,
  sessionId: string,
  step: CheckoutStep,
): Promise<CheckoutEnd | undefined> {
  return sandbox.platform.db.tx(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session) return undefined;
    if (session.status === 'complete') return { go: 'success', session };
    if (session.status === 'expired') return { go: session.declineCode ? 'cancel' : 'closed', session };
    return step.kind === 'card'
      ? takeCard(sandbox, tx, session, step.card)
      : takeApproval(sandbox, tx, session, step.kind);
  });
}

async function takeCard(
  sandbox: SandboxInTransaction,
  tx: Tx,
  session: Session,
  card: EnteredCard,
): Promise<CheckoutEnd> {
  if (card.behavior !== 'needs_authentication') return finish(sandbox, tx, session, card);
  await setPendingCard(tx, session.id, card);
  return { go: 'stay' };
}

async function takeApproval(
  sandbox: SandboxInTransaction,
  tx: Tx,
  session: Session,
  word: 'approve' | 'refuse',
): Promise<CheckoutEnd> {
  if (!session.pendingCard) return { go: 'stay' };
  if (word === 'approve') return finish(sandbox, tx, session, session.pendingCard);
  return decline(sandbox, tx, session, 'authentication_failed');
}

async function finish(
  sandbox: SandboxInTransaction,
  tx: Tx,
  session: Session,
  card: EnteredCard,
): Promise<CheckoutEnd> {
  const { id, mode, customerId, amountCents, reference } = session;
  if (mode === 'setup') {
    // To save a card the bank checks that it is active, not that it has funds.
    if (card.behavior === 'declined') return decline(sandbox, tx, session, 'card_declined');
    const cardId = newId('card');
    await insertCard(tx, cardId, customerId, card);
    await markSession(tx, id, { status: 'complete', cardId, chargeId: null, declineCode: null });
    await emitEvent(sandbox, tx, 'setup.completed', reference, id);
    return { go: 'success', session };
  }
  const declineCode = declineCodeFor(card.behavior, true);
  if (declineCode) return decline(sandbox, tx, session, declineCode);
  const cardId = newId('card');
  const chargeId = newId('ch');
  await insertCard(tx, cardId, customerId, card);
  const charge = { id: chargeId, customerId, cardId, sessionId: id, amountCents: amountCents ?? 0, reference };
  await insertCharge(tx, charge);
  const fresh = { ...charge, status: 'created', declineCode: null, costCents: 0, refundedCents: 0 } as const;
  await decideCharge(sandbox, tx, fresh, card.behavior, true);
  await markSession(tx, id, { status: 'complete', cardId, chargeId, declineCode: null });
  return { go: 'success', session };
}

async function decline(
  sandbox: SandboxInTransaction,
  tx: Tx,
  session: Session,
  declineCode: DeclineCode,
): Promise<CheckoutEnd> {
  await markSession(tx, session.id, { status: 'expired', cardId: null, chargeId: null, declineCode });
  await emitEvent(
    sandbox,
    tx,
    session.mode === 'setup' ? 'setup.failed' : 'charge.failed',
    session.reference,
    session.id,
  );
  return { go: 'cancel', session };
}

export function checkoutUrl(sandbox: SandboxContext, sessionId: string): string {
  return `${sandbox.platform.config.publicUrl}/sandbox/checkout/${sessionId}`;
}

export async function setupState({ platform: { db } }: SandboxContext, session: Session): Promise<SetupState> {
  const { status, cardId, declineCode, reference } = session;
  if (status === 'open') return { status: 'open' };
  const card = status === 'complete' && cardId ? await readCard(db.sql, cardId) : undefined;
  if (!card) return { status: 'failed', reference, reason: declineCode ? declineOf(declineCode).reason : '' };
  const { brand, last4, expMonth, expYear } = card;
  return { status: 'completed', reference, card: { cardRef: card.id, brand, last4, expMonth, expYear } };
}

/** The state of the charge of a payment page. */
export async function paymentState(sandbox: SandboxContext, session: Session): Promise<ChargeState> {
  const { id, reference, status, chargeId, declineCode } = session;
  const charge = chargeId ? await findCharge(sandbox.platform.db.sql, { id: chargeId, reference }) : undefined;
  if (charge) return chargeState(charge);
  const identity = { reference, amountCents: session.amountCents ?? 0, chargeRef: null };
  if (status === 'open') return { ...identity, status, sessionRef: id, url: checkoutUrl(sandbox, id) };
  return { ...identity, status: 'failed', decline: declineOf(declineCode ?? 'abandoned') };
}
