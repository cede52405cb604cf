import { appError } from '#contract/errors.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { derivedId } from './derived-id.ts';
import { lookUpAttempt } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { insertAttempt, lockLivePayment, nextAttempt, readPayment } from './payments.sql.ts';
import type { Payment } from './payments.ts';
import { settlePayment } from './settle-payment.ts';
import { findUnmatched, holdUnmatched } from './unmatched/unmatched.sql.ts';
import { assertWanted, withSubjectLocks } from './with-subject-locks.ts';

export interface AttemptRequest {
  subject: string;
  userId: string;
  /** The name of the card processor that takes the payment. */
  processor: string;
  heldAccount: `held:${string}`;
  kind: Payment['kind'];
  amountCents: number;
  description: string;
  cardId: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
}

/**
 * Returns the live attempt of a subject, or stores a new one with the next number and commits it before anyone calls the processor.
 * `fresh` is true if this call stored it, so the processor cannot know it yet.
 */
export async function openAttempt(context: MoneyContext, request: AttemptRequest): Promise<OpenAttempt> {
  const opened = await storeAttempt(context, request);
  if (!opened.fresh || !(await findUnmatched(context.db.sql, opened.payment.idempotencyKey))) return opened;
  // A restore has lost this attempt, and the processor has charged it since.
  const { payment } = opened;
  const state = await lookUpAttempt(context, payment);
  if (state) await settlePayment(context, payment.id, state);
  return { payment: (await readPayment(context.db.sql, payment.id)) ?? payment, fresh: false };
}

interface OpenAttempt {
  payment: Payment;
  fresh: boolean;
}

function storeAttempt(context: MoneyContext, request: AttemptRequest): Promise<OpenAttempt> {
  const { subject, userId, processor, amountCents } = request;
  return withSubjectLocks(context, subject, async (tx) => {
    const live = await lockLivePayment(tx, subject);
    if (live) return { payment: live, fresh: false };
    await assertWanted(context, tx, { subject, userId, processor, amountCents });
    const payment = await insertAttempt(tx, { ...request, ...(await identify(tx, request)) });
    if (payment) return { payment, fresh: true };
    // Another transaction stored an attempt between the two statements; it is visible now.
    const other = await lockLivePayment(tx, subject);
    if (!other) throw appError('conflict');
    return { payment: other, fresh: false };
  });
}

/**
 * Skips references whose charge was refunded as unmatched: the processor would take a new charge for the refunded one. An attempt that
 * a restore has lost stays at the processor that charged it.
 */
async function identify(
  tx: Tx,
  { subject, processor }: AttemptRequest,
): Promise<{ id: string; attempt: number; processor: string }> {
  for (let attempt = await nextAttempt(tx, subject); ; attempt += 1) {
    const id = derivedId('payment', subject, attempt);
    const lost = await holdUnmatched(tx, `payment:${id}`);
    if (!lost?.refundedAt) return { id, attempt, processor: lost?.processor ?? processor };
  }
}
