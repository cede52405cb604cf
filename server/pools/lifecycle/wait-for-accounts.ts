import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { refreshPayoutAccount } from '#server/money/payouts/refresh-payout-account.ts';
import { listMovableWaits, listUnseenAccounts, listWaitsOfCreator } from '#server/pools/account-waits.sql.ts';
import { applyPoolEvent } from './apply-pool-event.ts';

/** The reconciler asks about an old account once a day, which is too seldom while fans wait. */
const askEveryMs = 10 * 60_000;
/** A run asks about few accounts, because it shares the processor's rate limit with charges. */
const mostAsked = 20;

/** Starts collecting for a creator's pools that waited for the payout account. A pool that another node has moved stays as it is. */
export async function moveWaitsOf(context: MoneyContext, creatorId: string): Promise<void> {
  await moveAll(context, await listWaitsOfCreator(context.db.sql, creatorId));
}

/**
 * Finds waiting pools whose account became ready although the fact about that was lost, and asks the processor about the accounts that it
 * may have made ready without a webhook.
 */
export async function sweepWaits(context: MoneyContext, limit = 500): Promise<void> {
  const { processors, db, log } = context;
  let after: string | undefined;
  do {
    const ids = await listMovableWaits(db.sql, { limit, after });
    await moveAll(context, ids);
    after = ids.length < limit ? undefined : ids.at(-1);
  } while (after);
  for (const adult of [false, true]) {
    const processor = processors.forContent({ adult })?.name;
    if (!processor) continue;
    const which = { processor, adult, olderThanMs: askEveryMs, limit: mostAsked };
    for (const userId of await listUnseenAccounts(db.sql, which)) {
      try {
        await refreshPayoutAccount(context, { userId, processor });
      } catch (error) {
        if (!(error instanceof ProcessorFault)) throw error;
        log.warn({ err: error, userId }, 'a payout account that pools wait for could not be looked up');
      }
    }
  }
}

/** One transaction each. A pool that fails holds up no other; the next sweep tries it again. */
async function moveAll(context: MoneyContext, poolIds: readonly string[]): Promise<void> {
  for (const poolId of poolIds) {
    try {
      await context.db.tx((tx) => applyPoolEvent(context, tx, poolId, { type: 'account_changed' }));
    } catch (error) {
      context.log.error({ err: error, poolId }, 'a pool that waits for a payout account could not be moved');
    }
  }
}
