import type { CardProcessor } from '#server/money/card-processor.ts';
import { clearingByReference } from '#server/money/ledger.sql.ts';
import { postJournal } from '#server/money/ledger.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { adoptRefund, findRefundedCharge } from '#server/money/refunds/refunds.sql.ts';
import { sendRefund } from '#server/money/refunds/send-refund.ts';
import { changeUnmatched, findUnmatched, insertUnmatched, lockUnmatched } from './unmatched.sql.ts';

/** References that this installation gives; others belong to another user of the same account at the processor. */
const ownReference = /^(payment|refund|payout|reversal):/;

/**
 * Books a movement at the processor whose row was lost with a restore, up to the processor's sum. A refund whose payment exists gets its
 * row again and is settled. Any other movement is posted between `clearing` and `unmatched`, until its row is written again under the
 * same reference. Returns false for a reference that is not ours, or whose sum is booked.
 */
export async function bookUnmatched(
  context: MoneyContext,
  cards: CardProcessor,
  reference: string,
  sumCents: number,
): Promise<boolean> {
  const { db, log } = context;
  if (!ownReference.test(reference) && !(await isDisputeOfUnmatched(context, cards, reference))) return false;
  if (await takeRefund(context, cards, reference)) return true;
  const booked = await db.tx(async (tx) => {
    await lockUnmatched(tx);
    const [ours] = await clearingByReference(tx, [reference], new Date(0));
    const amountCents = sumCents - (ours?.amountCents ?? 0);
    if (amountCents === 0) return false;
    const isNew = await insertUnmatched(tx, { processor: cards.name, reference, amountCents });
    if (!isNew && !(await changeUnmatched(tx, { processor: cards.name, reference, amountCents }))) return false;
    const posted = await postJournal(tx, {
      kind: 'correction',
      cause: isNew ? `unmatched:${reference}` : `unmatched:${reference}:settled`,
      entries: [
        { account: 'clearing', amountCents },
        { account: 'unmatched', amountCents: -amountCents },
      ],
    });
    if (!posted) throw new Error(`the unmatched movement ${reference} changed more than once`);
    return true;
  });
  if (booked) log.warn({ reference, sumCents }, 'booked a movement that was made after the backup');
  return booked;
}

/**
 * Gives a refund its row again and settles it. The processor names its amount, because its movements may include a fee. Returns false
 * unless its payment is paid and unclaimed.
 */
export async function takeRefund(context: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  const { db, log } = context;
  const chargeRef = await findRefundedCharge(db.sql, cards.name, reference);
  const state = chargeRef && (await cards.lookUpRefund({ ref: null, chargeRef, reference }));
  if (!state || state.status === 'failed') return false;
  const refundId = await db.tx((tx) => adoptRefund(tx, cards.name, reference, state.amountCents));
  if (!refundId) return false;
  log.warn({ reference }, 'found a refund that was made after the backup');
  // The processor has it, so this only looks it up.
  await sendRefund(context, refundId);
  return true;
}

/** Disputes have the processor's references, so only their charge tells whether they are ours. */
async function isDisputeOfUnmatched({ db }: MoneyContext, cards: CardProcessor, reference: string): Promise<boolean> {
  if (!cards.disputes || !reference.startsWith('dispute:')) return false;
  const dispute = await cards.disputes.lookUpDispute(reference.slice('dispute:'.length));
  if (!dispute) return false;
  const charge = await cards.lookUpCharge({ chargeRef: dispute.chargeRef, sessionRef: null, reference: '' });
  return charge !== null && (await findUnmatched(db.sql, charge.reference)) !== undefined;
}
