import type { PayoutAccountView } from '#contract/payout-account.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { countFailedPayouts, sumWaiting } from './earnings.sql.ts';
import { ensurePayoutAccount } from './ensure-payout-account.ts';
import { type Requirements, readPayoutAccount } from './payout-accounts.sql.ts';

/** Requirements with the nearest due date first. */
function byUrgency(requirements: Requirements): Requirements {
  const dueOf = ({ dueAt }: Requirements[number]) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt));
  return requirements.toSorted((a, b) => (dueOf(a) < dueOf(b) ? -1 : dueOf(a) > dueOf(b) ? 1 : 0));
}

/** The stored state of a creator's payout account at the current processor. */
export async function readPayoutState(context: MoneyContext, userId: string): Promise<PayoutAccountView> {
  const { cards, db } = context;
  await ensurePayoutAccount(context, db.sql, userId);
  const [account, failedCount, waitingCents] = await Promise.all([
    readPayoutAccount(db.sql, userId, cards.name),
    countFailedPayouts(db.sql, userId),
    sumWaiting(db.sql, userId),
  ]);
  return {
    state: account?.status ?? 'missing',
    processor: cards.name,
    needsSetup: cards.onboarding !== undefined,
    country: account?.country ?? null,
    requirements: byUrgency(account?.requirements ?? []),
    failedCount,
    waitingCents,
  };
}
