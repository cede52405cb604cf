import { startPayoutJob } from '#server/money/job-kinds.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { resolveSolved } from '#server/money/problems/problems.sql.ts';
import { reportProblem } from '#server/money/problems/report-problem.ts';
import { databaseNow } from '#server/platform/clock.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { createPayoutAccount } from './create-payout-account.ts';
import { readPayoutAccount, storeAccountState } from './payout-accounts.sql.ts';
import { listUnsent } from './payouts.sql.ts';

const bankBlock = {
  code: 'bank_payouts_blocked',
  text: 'The banks returned the money, or the processor wants more details.',
  advice:
    'We told these creators what to do, and they are still paid into their account at the processor. If they ask you, look for their account in the processor’s dashboard.',
};

/**
 * Looks a creator's account up at the processor and stores its state. Once it is ready, the payouts that waited for it start. Finishes
 * the creation of an account that a crash interrupted. Returns false if the processor refuses to create it. Must not run inside a
 * transaction. Throws ProcessorFault.
 */
export async function refreshPayoutAccount(
  context: MoneyContext,
  { userId, processor }: { userId: string; processor: string },
): Promise<boolean> {
  const { processors, db, facts, jobs, config } = context;
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
    bankBlocked = null,
    bankPrint = null,
  } = state ?? {
    status: 'restricted' as const,
    requirements: [],
    isClosed: true,
    bankBlocked: undefined,
    bankPrint: undefined,
  };
  await db.tx(async (tx) => {
    const change = await storeAccountState(tx, userId, processor, {
      accountRef,
      status,
      isClosed,
      bankBlocked,
      bankPrint,
      holdMs: config.payoutChangeHoldMs,
      requirements: requirements.map(({ code, dueAt }) => ({ code, dueAt: dueAt?.toISOString() ?? null })),
      askedAt,
    });
    if (!change) return;
    const { from, to, wasBlocked, isBlocked, heldUntil } = change;
    const changed = { userId, processor, changedAt: askedAt.toISOString() };
    if (wasBlocked !== isBlocked) await publishBankChange(context, tx, { ...changed, isBlocked });
    if (heldUntil) {
      const replaced = { userId, processor, what: 'bank', heldUntil: heldUntil.toISOString() } as const;
      await facts.publish(tx, 'payout_account.replaced', replaced);
    }
    if (from === to) return;
    await facts.publish(tx, 'payout_account.changed', { ...changed, from, to });
    if (to !== 'ready') return;
    const payouts = await listUnsent(tx, userId, processor);
    await jobs.enqueueMany(
      tx,
      startPayoutJob,
      payouts.map((payoutId) => ({ payoutId })),
    );
  });
  return true;
}

async function publishBankChange(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  change: FactMap['payout_account.bank_changed'],
): Promise<void> {
  const { processor, isBlocked } = change;
  await context.facts.publish(tx, 'payout_account.bank_changed', change);
  if (isBlocked) await reportProblem(context, tx, { processor, action: 'bank', about: '' }, bankBlock);
  else await resolveSolved(tx, processor);
}
