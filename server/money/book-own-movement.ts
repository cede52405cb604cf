import type { Movement } from './card-processor.ts';
import type { Account } from './ledger.ts';
import { postJournal } from './ledger.ts';
import type { MoneyContext } from './money-context.ts';
import { lockDebt } from './payouts/debts.sql.ts';
import { findOwnerOfAccount } from './payouts/payout-accounts.sql.ts';

/**
 * Books a movement that the processor made on its own. A reserve is still ours, so it moves between `clearing` and `processor_reserve`.
 * Money that it took from us for the negative balance of a creator's account is the creator's debt, which their next payouts deduct; the
 * platform bears it if the account is unknown. Repeating the call is harmless. Returns false for any other movement.
 */
export async function bookOwnMovement(
  { db, log }: MoneyContext,
  processor: string,
  { reference, kind, amountCents, accountRef }: Movement,
): Promise<boolean> {
  if (reference === null || (kind !== 'reserve' && kind !== 'collection')) return false;
  const userId =
    kind === 'collection' && accountRef ? await findOwnerOfAccount(db.sql, processor, accountRef) : undefined;
  await db.tx(async (tx) => {
    const debtCents = userId ? await lockDebt(tx, userId) : 0;
    // Money that comes back pays the debt only as far as there is one.
    const isDebt = userId !== undefined && amountCents <= debtCents;
    const ours: Account = isDebt ? `creator_debt:${userId}` : 'processor_costs';
    const other: Account = kind === 'reserve' ? 'processor_reserve' : ours;
    const entries = [
      { account: 'clearing' as const, amountCents },
      { account: other, amountCents: -amountCents },
    ];
    const isNew = await postJournal(tx, { kind: 'correction', cause: reference, entries });
    if (isNew)
      log.warn({ processor, reference, amountCents, userId }, 'booked a movement that the processor made on its own');
  });
  return true;
}
