import { listUnsettledSetupsOf } from '#server/money/hosted-pages/card-setups.sql.ts';
import { settleCardSetup } from '#server/money/hosted-pages/settle-card-setup.ts';
import { contextState } from '#server/platform/concurrency/context-state.ts';
import { ProcessorFault } from './card-processor.ts';
import { lookUpAttempt } from './drive-charge.ts';
import type { MoneyContext } from './money-context.ts';
import { listUnsettledOf } from './payments.sql.ts';
import { settlePayment } from './settle-payment.ts';

const everyMs = 1000;
const maxRemembered = 5000;
/** When this process last looked up each subject, oldest first. It only saves calls, so the clock of this process is good enough. */
const askTimes = contextState(() => new Map<string, number>());

/**
 * Looks up and settles a subject's unsettled set-ups and payments, at most once a second per subject. For pages that poll after the fan
 * returns from a hosted page. Logs a ProcessorFault instead of throwing it, because the caller reads the stored state afterwards. Must
 * not run inside a transaction.
 */
export async function lookUpSubject(context: MoneyContext, subject: string): Promise<void> {
  if (wasAskedJustNow(askTimes(context), subject)) return;
  try {
    await settleSubject(context, subject);
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    context.log.warn(
      { err: error, subject },
      'could not look up unsettled set-ups and payments; the reconciler tries again',
    );
  }
}

/**
 * Looks up and settles a subject's unsettled set-ups and payments now: before a decision that depends on them. Must not run inside a
 * transaction. Throws ProcessorFault.
 */
export async function settleSubject(context: MoneyContext, subject: string): Promise<void> {
  const { processors, db } = context;
  for (const setup of await listUnsettledSetupsOf(db.sql, subject)) {
    const { id, processor, sessionRef } = setup;
    const state = await processors.get(processor).lookUpSetup({ sessionRef, reference: `setup:${id}` });
    if (state) await settleCardSetup(context, id, state);
  }
  for (const payment of await listUnsettledOf(db.sql, subject)) {
    const state = await lookUpAttempt(context, payment);
    if (state) await settlePayment(context, payment.id, state);
  }
}

function wasAskedJustNow(askedAt: Map<string, number>, subject: string): boolean {
  const now = performance.now();
  const last = askedAt.get(subject);
  if (last !== undefined && now - last < everyMs) return true;
  askedAt.delete(subject);
  askedAt.set(subject, now);
  const [oldest] = askedAt.keys();
  if (askedAt.size > maxRemembered && oldest !== undefined) askedAt.delete(oldest);
  return false;
}
