import { startPayoutJob } from '#server/money/job-kinds.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { databaseNow } from '#server/platform/clock.ts';
import { createPayoutAccount } from './create-payout-account.ts';
import { readPayoutAccount, storeAccountState } from './payout-accounts.sql.ts';
import { listUnsent } from './payouts.sql.ts';

/**
 * Looks a creator's account up at the processor and stores its state. Once it is ready, the payouts that waited for it start. Finishes
 * the creation of an account that a crash interrupted. Returns false if the processor refuses to create it. Must not run inside a
 * transaction. Throws ProcessorFault.
 */
export async function refreshPayoutAccount(
  context: MoneyContext,
  { userId, processor }: { userId: string; processor: string },
): Promise<boolean> {
  const { processors, db, facts, jobs } = context;
  const { onboarding } = processors.get(processor);
  const account = onboarding && (await readPayoutAccount(db.sql, userId, processor));
  if (!account) return true;
  const created = account.accountRef ? { accountRef: account.accountRef } : await createPayoutAccount(context, account);
  if (!('accountRef' in created)) return false;
  const { accountRef } = created;
  const askedAt = await databaseNow(db.sql);
  const state = await onboarding.lookUpAccount(accountRef);
  // The processor closed an account that it no longer knows.
  const {
    status,
    requirements,
    isClosed = false,
  } = state ?? {
    status: 'restricted' as const,
    requirements: [],
    isClosed: true,
  };
  await db.tx(async (tx) => {
    const change = await storeAccountState(tx, userId, processor, {
      accountRef,
      status,
      isClosed,
      requirements: requirements.map(({ code, dueAt }) => ({ code, dueAt: dueAt?.toISOString() ?? null })),
      askedAt,
    });
    if (!change || change.from === change.to) return;
    await facts.publish(tx, 'payout_account.changed', {
      userId,
      processor,
      changedAt: askedAt.toISOString(),
      ...change,
    });
    if (change.to !== 'ready') return;
    const payouts = await listUnsent(tx, userId, processor);
    await jobs.enqueueMany(
      tx,
      startPayoutJob,
      payouts.map((payoutId) => ({ payoutId })),
    );
  });
  return true;
}
