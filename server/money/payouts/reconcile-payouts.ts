import type { CardProcessor } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { type Attempt, eachUnsettled } from '#server/money/reconcile-attempts.ts';
import { listAccountsToCheck, listRefusedRequests } from './payout-accounts.sql.ts';
import { listHeldBackParts, listOpenParts } from './payout-parts.sql.ts';
import { listOverdueWaiting } from './payouts.sql.ts';
import { refreshPayoutAccount } from './refresh-payout-account.ts';
import { retryReversal } from './retry-reversal.ts';
import { listOpenReversals, listRefusedReversals } from './reversals.sql.ts';
import { sendReversal } from './reverse-payout.ts';
import { sendPayoutPart } from './send-payout-part.ts';
import { resumePayout } from './start-payout.ts';

const batch = 200;
/** Each try takes some calls, and the answer to the others would mostly be the same. */
const refusalsPerRun = 20;

/** Payout accounts, payouts and their reversals that have no outcome yet at one processor. */
export async function reconcilePayouts(
  context: MoneyContext,
  { name, onboarding }: CardProcessor,
  olderThanMs: number,
  attempt: Attempt,
): Promise<void> {
  const { sql } = context.db;
  if (onboarding) {
    for (const userId of await listAccountsToCheck(sql, name, olderThanMs, batch)) {
      await attempt('payout account', userId, () => refreshPayoutAccount(context, { userId, processor: name }));
    }
    await eachUntilRefused(await listRefusedRequests(sql, name), ({ userId }) =>
      attemptedOnce(attempt, 'payout account', userId, () =>
        refreshPayoutAccount(context, { userId, processor: name }),
      ),
    );
  }
  for (const id of await listOverdueWaiting(sql, name, batch)) {
    await attempt('payout', id, () => resumePayout(context, id));
  }
  await eachUnsettled(
    (after, limit) => listOpenParts(sql, name, { olderThanMs, after, limit }),
    ({ id }) => attempt('payout part', id, () => sendPayoutPart(context, id)),
  );
  await eachUntilRefused(await listHeldBackParts(sql, name), ({ id }) =>
    attemptedOnce(attempt, 'payout part', id, () => sendPayoutPart(context, id)),
  );
  await eachUnsettled(
    (after, limit) => listOpenReversals(sql, name, { olderThanMs, after, limit }),
    ({ id }) => attempt('reversal', id, () => sendReversal(context, id)),
  );
  for (const reversal of await listRefusedReversals(sql, name, batch)) {
    await attempt('reversal', reversal.id, () => retryReversal(context, reversal));
  }
}

/** False if the work failed or said that it was refused. */
async function attemptedOnce(
  attempt: Attempt,
  what: string,
  id: string,
  work: () => Promise<boolean>,
): Promise<boolean> {
  let accepted = false;
  await attempt(what, id, async () => {
    accepted = await work();
  });
  return accepted;
}

/** Stops trying rows with the same problem once several of them were refused again in this run. */
async function eachUntilRefused<T extends { problemCode: string }>(
  rows: readonly T[],
  work: (row: T) => Promise<boolean>,
): Promise<void> {
  const refusals = new Map<string, number>();
  for (const row of rows) {
    const before = refusals.get(row.problemCode) ?? 0;
    if (before >= refusalsPerRun) continue;
    if (!(await work(row))) refusals.set(row.problemCode, before + 1);
  }
}
