import type { PayoutAccountView } from '#contract/creators/payout-account.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { countFailedPayouts, sumHeldBack, sumWaiting } from './earnings.sql.ts';
import { ensurePayoutAccount } from './ensure-payout-account.ts';
import { type Requirements, readPayoutAccount } from './payout-accounts.sql.ts';
import { readAccountHold } from './payout-holds.sql.ts';

/** Requirements with the nearest due date first. */
function byUrgency(requirements: Requirements): Requirements {
  const dueOf = ({ dueAt }: Requirements[number]) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt));
  return requirements.toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : dueOf(a) > dueOf(b) ? 1 : 0));
}

/** The stored state of a creator's payout account at a processor. */
export async function readPayoutState(
  context: MoneyContext,
  { userId, processor }: { userId: string; processor: string },
): Promise<PayoutAccountView> {
  const { sql } = context.db;
  await ensurePayoutAccount(context, sql, { userId, processor });
  const [account, failedCount, waitingCents, heldBackCents, holdUntil] = await Promise.all([
    readPayoutAccount(sql, userId, processor),
    countFailedPayouts(sql, { userId, processor }),
    sumWaiting(sql, { userId, processor }),
    sumHeldBack(sql, { userId, processor }),
    readAccountHold(sql, { userId, processor }),
  ]);
  const { onboarding } = context.processors.get(processor);
  return {
    state: account?.closedAt ? 'closed' : (account?.status ?? 'missing'),
    processor,
    needsSetup: onboarding !== undefined,
    country: account?.country ?? null,
    countries: [...(onboarding?.countries ?? [])],
    requirements: byUrgency(account?.requirements ?? []),
    failedCount,
    waitingCents,
    bankBlocked: account?.bankBlockedAt ? { reason: account.bankReason } : null,
    setupWaitsForOperator: (account?.problemCode ?? null) !== null && account?.accountRef === null,
    heldBackCents,
    changeHoldUntil: holdUntil?.toISOString() ?? null,
  };
}

/** The states at every processor of this installation, the main one first. */
export async function readPayoutStates(
  context: MoneyContext,
  userId: string,
): Promise<[PayoutAccountView, ...PayoutAccountView[]]> {
  const { main, all } = context.processors;
  const others = all.filter(({ name }) => name !== main.name);
  return [
    await readPayoutState(context, { userId, processor: main.name }),
    ...(await Promise.all(others.map(({ name }) => readPayoutState(context, { userId, processor: name })))),
  ];
}
