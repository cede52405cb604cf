import { postJournal } from './ledger.ts';
import type { MoneyContext } from './money-context.ts';
import { adoptRefund } from './refunds.sql.ts';
import { sendRefund } from './send-refund.ts';
import { insertUnmatched } from './unmatched.sql.ts';

/** References that this installation gives; others belong to another user of the same account at the processor. */
const ownReference = /^(payment|refund|payout):/;

/**
 * Books a movement at the processor whose row was lost with a restore. A refund whose payment exists gets its row again and is settled.
 * Any other movement is posted between `clearing` and `unmatched`, until its row is written again under the same reference. Returns false
 * for a reference that is not ours or is in our database.
 */
export async function bookUnmatched(
  context: MoneyContext,
  processor: string,
  reference: string,
  amountCents: number,
): Promise<boolean> {
  const { db, log } = context;
  if (!ownReference.test(reference)) return false;
  const refundId = await db.tx((tx) => adoptRefund(tx, processor, reference, -amountCents));
  if (refundId) {
    log.warn({ reference }, 'found a refund that was made after the backup');
    // The processor has it, so this only looks it up.
    await sendRefund(context, refundId);
    return true;
  }
  const booked = await db.tx(async (tx) => {
    if (!(await insertUnmatched(tx, { processor, reference, amountCents }))) return false;
    return postJournal(tx, {
      kind: 'correction',
      cause: `unmatched:${reference}`,
      entries: [
        { account: 'clearing', amountCents },
        { account: 'unmatched', amountCents: -amountCents },
      ],
    });
  });
  if (booked) log.warn({ reference, amountCents }, 'booked a movement that was made after the backup');
  return booked;
}
