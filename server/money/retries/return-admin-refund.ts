import { listEntries } from '#server/money/ledger.sql.ts';
import { type Entry, mergeByAccount, postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { lockPayment } from '#server/money/payments.sql.ts';
import { lockDeductibleDebt } from '#server/money/payouts/debts.sql.ts';
import { requestPayout } from '#server/money/payouts/request-payout.ts';
import type { Refund } from '#server/money/refunds/refunds.sql.ts';
import { redoRelease } from '#server/money/undo-release.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { endClaimOfReturned, markAdminReturned, takeBack } from './returned-refunds.sql.ts';

const sumOf = (entries: readonly Entry[], start: string) =>
  entries.filter(({ account }) => account.startsWith(start)).reduce((sum, { amountCents }) => sum + amountCents, 0);

/**
 * Books that the bank returned an amount that an admin had refunded. The part that was refunded while it was held is held again. The part
 * that was refunded after the release is released again, split as it was: it lowers the creator's debt, and what they have paid of it
 * already goes back to their balance and is paid out. Returns false if another caller booked it.
 */
export async function bookReturn(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  refund: Refund,
  reason: string,
): Promise<boolean> {
  const { id, paymentId, amountCents, idempotencyKey: reference, subject, heldAccount, processor } = refund;
  const payment = await lockPayment(tx, paymentId);
  if (!(await markAdminReturned(tx, refund, reason))) return false;
  const heldCents = sumOf((await listEntries(tx, reference)) as Entry[], 'held:');
  const releasedCents = amountCents - heldCents;
  const split = releasedCents > 0 ? await redoRelease(tx, payment, releasedCents) : [];
  const owed = split.find(({ account }) => account.startsWith('creator_debt:'));
  const payeeId = owed?.account.split(':')[1] ?? '';
  const owedCents = -(owed?.amountCents ?? 0);
  // A reversal without an outcome may still pay the rest of the debt, so the return must not.
  const debtCents = owedCents > 0 ? Math.min(owedCents, await lockDeductibleDebt(tx, payeeId)) : 0;
  await takeBack(tx, paymentId, { heldCents, releasedCents });
  await postJournal(tx, {
    kind: 'correction',
    cause: `${reference}:returned`,
    subject,
    entries: mergeByAccount([
      { account: 'clearing', amountCents },
      { account: heldAccount, amountCents: -heldCents },
      ...split.filter((entry) => entry !== owed),
      { account: `creator_debt:${payeeId}`, amountCents: -debtCents },
      { account: `creator_payable:${payeeId}`, amountCents: debtCents - owedCents },
    ]),
  });
  await requestPayout(context, tx, {
    userId: payeeId,
    subject: `pool:${heldAccount.slice('held:'.length)}:${id}`,
    amountCents: owedCents - debtCents,
    processor,
  });
  await endClaimOfReturned(tx, paymentId);
  return true;
}
