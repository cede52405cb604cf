import { ProcessorFault } from '#server/money/card-processor.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { settleByReference } from '#server/money/settle-by-reference.ts';
import type {} from '#server/pledges/facts.ts';
import { findPledge } from '#server/pledges/pledges.sql.ts';
import { type ExpiringCard, listExpiringCards, recordExpiryNotice } from './card-expiry.sql.ts';

const batch = 200;

/**
 * Tells fans whose card expires before their pool can be collected, once per card and pool. Asks the processor about each card first,
 * because banks renew many cards on their own. A card without an answer waits for the next run.
 */
export async function noticeExpiringCards(context: MoneyContext): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const found: ExpiringCard[] = await listExpiringCards(context.db.sql, {
      processors: context.processors.all.map(({ name }) => name),
      after,
      limit: batch,
    });
    for (const card of found) await noticeOne(context, card);
    const last = found.at(-1);
    if (!last || found.length < batch) return;
    after = last.pledgeId;
  }
}

async function noticeOne(context: MoneyContext, { pledgeId, cardId, processor, cardRef }: ExpiringCard): Promise<void> {
  try {
    await settleByReference(context, processor, `card:${cardRef}`);
  } catch (error) {
    if (!(error instanceof ProcessorFault)) throw error;
    context.log.warn({ err: error, cardId }, 'could not look up an expiring card; the next run tries again');
    return;
  }
  await context.db.tx(async (tx) => {
    if (!(await recordExpiryNotice(tx, pledgeId))) return;
    const pledge = await findPledge(tx, pledgeId);
    if (!pledge) return;
    const about = { pledgeId, poolId: pledge.poolId, userId: pledge.fanId };
    await context.facts.publish(tx, 'pledge.card_expiring', about);
  });
}
