import type { CardProcessor } from '#server/money/card-processor.ts';
import { derivedId } from '#server/money/derived-id.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { insertAttempt, lockLivePayment } from '#server/money/payments.sql.ts';
import { settlePayment } from '#server/money/settle-payment.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { takeRefund } from './book-unmatched.ts';
import {
  type EndedSubject,
  holdUnmatched,
  listEndedSubjects,
  listUnmatched,
  listUnmatchedOf,
  recordRestore,
  type UnmatchedMovement,
} from './unmatched.sql.ts';

/** A fan may have opened several pages after the backup, and paid on the last one. */
const attemptsAhead = 5;

/**
 * Gives movements that a restore left unmatched their rows again, where they are known by now: a refund whose payment was unmatched
 * too, and (with `far`, because it reads all declined payments) a charge that followed a declined one. No job repeats these: the pledge
 * would stay due although the fan has paid it.
 */
export async function adoptUnmatched(
  context: MoneyContext,
  cards: CardProcessor,
  { far }: { far: boolean },
): Promise<void> {
  if (far) await adoptPayments(context, cards);
  for (const reference of await listUnmatchedOf(context.db.sql, cards.name, 'refund')) {
    await takeRefund(context, cards, reference);
  }
}

async function adoptPayments(context: MoneyContext, cards: CardProcessor): Promise<void> {
  const { sql } = context.db;
  const unmatched = new Set(await listUnmatchedOf(sql, cards.name, 'payment'));
  if (unmatched.size === 0) return;
  for (const ended of await listEndedSubjects(sql)) {
    for (let attempt = ended.attempt + 1; attempt <= ended.attempt + attemptsAhead; attempt += 1) {
      const id = derivedId('payment', ended.subject, attempt);
      if (unmatched.has(`payment:${id}`)) await adoptPayment(context, cards, { ...ended, id, attempt });
    }
  }
}

async function adoptPayment(
  context: MoneyContext,
  cards: CardProcessor,
  lost: EndedSubject & { id: string },
): Promise<void> {
  const state = await cards.lookUpCharge({ chargeRef: null, sessionRef: null, reference: `payment:${lost.id}` });
  if (state?.status !== 'succeeded') return;
  const isStored = await withSubjectLocks(context, lost.subject, async (tx) => {
    if (await lockLivePayment(tx, lost.subject)) return false;
    const movement = await holdUnmatched(tx, state.reference);
    if (!movement || movement.refundedAt) return false;
    const { amountCents } = state;
    const page = { kind: 'hosted', cardId: null, successUrl: null, cancelUrl: null } as const;
    return (await insertAttempt(tx, { ...lost, ...page, amountCents, processor: cards.name })) !== undefined;
  });
  if (!isStored) return;
  context.log.warn({ paymentId: lost.id }, 'found a payment that was made after the backup');
  await settlePayment(context, lost.id, state);
}

/** Movements at the processor that no row explains since a restore, oldest first. */
export function listUnmatchedMovements({ db }: Platform): Promise<UnmatchedMovement[]> {
  return listUnmatched(db.sql);
}

/** Records the end of a restore. The reconciler books late movements of lost rows for three days after it. */
export function endRestore(tx: Tx, restore: { backupId: string; takenAt: Date }): Promise<void> {
  return recordRestore(tx, restore);
}
