import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { readPayoutAccount } from './payout-accounts.sql.ts';
import { bindPartToAccount, readPart } from './payout-parts.sql.ts';
import { refreshPayoutAccount } from './refresh-payout-account.ts';
import { failPayoutPart, settlePayoutPart } from './settle-payout-part.ts';
import { resumePayout } from './start-payout.ts';

/**
 * Run by the job of a part and the reconciler: looks the transfer up first, then sends it under its own idempotency key. Whether the
 * account can receive it is decided by the processor, because only its answer proves that no transfer was made. The account is stored
 * first, so that a repeated request names the same one after the creator has replaced it.
 */
export async function sendPayoutPart(context: MoneyContext, partId: string): Promise<void> {
  const { db } = context;
  const part = await readPart(db.sql, partId);
  if (!part) return;
  if (part.status !== 'pending' && part.status !== 'in_transit') return;
  const { idempotencyKey: reference, processorRef, amountCents, chargeRef, userId, processor } = part;
  const cards = context.processors.get(processor);
  const known = await cards.lookUpPayout({ ref: processorRef, reference });
  if (known) return settlePayoutPart(context, part, known);
  const account = await readPayoutAccount(db.sql, userId, processor);
  if (!account?.accountRef) throw new Error(`payout part ${partId} has no payout account`);
  const accountRef = await bindPartToAccount(db.sql, part, account.accountRef);
  if (!accountRef) return;
  try {
    const state = await cards.payOut({ accountRef, amountCents, chargeRef, reference, key: reference });
    await settlePayoutPart(context, part, state);
  } catch (error) {
    if (!(error instanceof ProcessorFault) || error.kind === 'unknown') throw error;
    await failPayoutPart(context, part, error.message);
    // The account may be restricted since our last look-up. The payout is retried once the account is ready again.
    await refreshPayoutAccount(context, { userId, processor });
    const current = await readPayoutAccount(db.sql, userId, processor);
    // The reconciler does this as well, if this node ends before.
    if (current?.status === 'ready' && current.accountRef !== accountRef) await resumePayout(context, part.payoutId);
  }
}
