import { derivedId } from '#server/money/derived-id.ts';
import { payoutPartJob } from '#server/money/job-kinds.ts';
import { postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { withSubjectLocks } from '#server/money/with-subject-locks.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockDeductibleDebt } from './debts.sql.ts';
import { finishPayout } from './finish-payout.ts';
import { readPayoutAccount } from './payout-accounts.sql.ts';
import { arePayoutsHeld } from './payout-holds.sql.ts';
import {
  insertParts,
  listFailedParts,
  listReleased,
  listTransferred,
  type NewPart,
  reopenParts,
} from './payout-parts.sql.ts';
import { correctAmount, lockPayout, markStarted, type Payout, readPayout } from './payouts.sql.ts';
import { deductFromLast, shareByPayment } from './share-by-payment.ts';

const total = (parts: readonly { amountCents: number }[]) => parts.reduce((sum, part) => sum + part.amountCents, 0);

/** One part per payment of the release, or a single part. Shares of zero are left out. */
async function partsOf(tx: Tx, { id, amountCents, releaseCause }: Payout): Promise<NewPart[]> {
  const payments = releaseCause ? await listReleased(tx, releaseCause) : [];
  if (payments.length === 0) return [{ id: derivedId('payout', id), paymentId: null, amountCents }];
  return shareByPayment(payments, amountCents)
    .filter(({ shareCents }) => shareCents > 0)
    .map(({ paymentId, shareCents }) => ({
      id: derivedId('payout', `of ${paymentId}`),
      paymentId,
      amountCents: shareCents,
    }));
}

/**
 * Gives parts that were transferred before a restore the reference and the amount of that transfer. Other payments may share the release
 * now, such as without one that was disputed since, so shares can differ by cents; the platform bears the difference.
 */
async function takeTransferred(tx: Tx, payout: Payout, parts: readonly NewPart[]): Promise<NewPart[]> {
  const ids = parts.map(({ id }) => id);
  const transfersById = new Map((await listTransferred(tx, payout.processor, ids)).map((one) => [one.id, one]));
  const taken = parts.map((part) => {
    const made = transfersById.get(part.id);
    return made ? { ...part, amountCents: made.amountCents, transferred: made.reference } : part;
  });
  const moreCents = total(taken) - total(parts);
  if (moreCents === 0) return taken;
  await correctAmount(tx, payout.id, moreCents);
  await postJournal(tx, {
    kind: 'correction',
    cause: `payout:${payout.id}:restored`,
    entries: [
      { account: `creator_payable:${payout.userId}`, amountCents: -moreCents },
      { account: 'processor_costs', amountCents: moreCents },
    ],
  });
  return taken;
}

/**
 * Moves a waiting payout, or the failed parts of one, from the creator's balance to payout_in_transit, less what the creator owes, and
 * enqueues a job for each part. The caller holds the lock of the payout.
 */
export async function startPayout(context: InTransaction<Platform>, tx: Tx, payout: Payout): Promise<void> {
  const { id, userId, status } = payout;
  const isRetry = status === 'failed';
  const all = isRetry ? await listFailedParts(tx, id) : await takeTransferred(tx, payout, await partsOf(tx, payout));
  const [sentBefore, due] = [all.filter(({ transferred }) => transferred), all.filter((part) => !part.transferred)];
  const deductedCents = Math.min(await lockDeductibleDebt(tx, userId), total(due));
  const parts = [...sentBefore, ...deductFromLast(due, deductedCents)];
  if (isRetry) await reopenParts(tx, parts);
  else await insertParts(tx, id, parts);
  const attempt = isRetry ? payout.attempt + 1 : payout.attempt;
  const idempotencyKey = `payout:${id}:${attempt}`;
  await markStarted(tx, id, { idempotencyKey, attempt, deductedCents });
  const sentCents = total(parts);
  if (deductedCents > 0) {
    await postJournal(tx, {
      kind: 'debt_deducted',
      cause: `${idempotencyKey}:debt`,
      entries: [
        { account: `creator_payable:${userId}`, amountCents: deductedCents },
        { account: `creator_debt:${userId}`, amountCents: -deductedCents },
      ],
    });
  }
  if (sentCents === 0) return finishPayout(context, tx, id);
  await postJournal(tx, {
    kind: 'payout',
    cause: idempotencyKey,
    entries: [
      { account: `creator_payable:${userId}`, amountCents: sentCents },
      { account: 'payout_in_transit', amountCents: -sentCents },
    ],
  });
  const sent = parts.filter(({ amountCents }) => amountCents > 0);
  await context.jobs.enqueueMany(
    tx,
    payoutPartJob,
    sent.map((part) => ({ partId: part.id })),
  );
}

/** Starts a payout that waits or failed if its creator's account is ready and their payouts are not held. Returns whether it did. */
export async function resumePayout(context: MoneyContext, payoutId: string): Promise<boolean> {
  const payoutRow = await readPayout(context.db.sql, payoutId);
  if (!payoutRow) return false;
  return withSubjectLocks(context, payoutRow.subject, async (tx) => {
    const payout = await lockPayout(tx, payoutId);
    if (payout.status !== 'waiting' && payout.status !== 'failed') return false;
    const account = await readPayoutAccount(tx, payout.userId, payout.processor);
    if (account?.status !== 'ready' || (await arePayoutsHeld(tx, payout))) return false;
    await startPayout(context, tx, payout);
    return true;
  });
}
