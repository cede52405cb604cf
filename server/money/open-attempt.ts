import { randomUUID } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import type { MoneyContext } from './money-context.ts';
import { insertAttempt, lockLivePayment } from './payments.sql.ts';
import type { Payment } from './payments.ts';
import { withSubjectLocks } from './with-subject-locks.ts';

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
export async function openAttempt(
  context: MoneyContext,
  request: AttemptRequest,
): Promise<{ payment: Payment; fresh: boolean }> {
  const { subject, userId, processor, amountCents } = request;
  return withSubjectLocks(context, subject, async (tx) => {
    const live = await lockLivePayment(tx, subject);
    if (live) return { payment: live, fresh: false };
    await context.facts.publish(tx, 'payment.starting', { subject, userId, processor, amountCents });
    const payment = await insertAttempt(tx, { ...request, id: randomUUID() });
    if (payment) return { payment, fresh: true };
    // Another transaction stored an attempt between the two statements; it is visible now.
    const other = await lockLivePayment(tx, subject);
    if (!other) throw appError('conflict');
    return { payment: other, fresh: false };
  });
}
