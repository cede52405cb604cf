import { randomUUID } from 'node:crypto';
import { appError } from '#contract/errors.ts';
import type { MoneyContext } from './money-context.ts';
import { settling } from './money-subject.ts';
import { insertAttempt, lockLivePayment } from './payments.sql.ts';
import type { Payment } from './payments.ts';

export interface AttemptRequest {
  subject: string;
  userId: string;
  heldAccount: `held:${string}`;
  kind: Payment['kind'];
  amountCents: number;
  description: string;
  cardId: string | null;
  successUrl: string | null;
  cancelUrl: string | null;
}

/**
 * The one live attempt of a subject: the existing one, or a new one with the next number, committed before the processor hears of it.
 * `fresh` when this call stored it, so that the processor cannot know it yet.
 */
export async function openAttempt(
  context: MoneyContext,
  request: AttemptRequest,
): Promise<{ payment: Payment; fresh: boolean }> {
  const { subject, userId, amountCents } = request;
  return settling(context, subject, async (tx) => {
    const live = await lockLivePayment(tx, subject);
    if (live) return { payment: live, fresh: false };
    await context.facts.tell(tx, 'payment.starting', { subject, userId, amountCents });
    const payment = await insertAttempt(tx, { ...request, id: randomUUID(), processor: context.cards.name });
    if (payment) return { payment, fresh: true };
    // Another transaction stored it between the two statements; it is visible now.
    const other = await lockLivePayment(tx, subject);
    if (!other) throw appError('conflict');
    return { payment: other, fresh: false };
  });
}
