import type { Platform } from '#server/platform/platform.ts';
import { findPledge, findPool, findRecipient, type PledgeRow, type PoolRow } from './audience.sql.ts';
import type { Notice } from './notice.ts';
import { notify } from './notify.ts';

/** Tells a fan what became of their pledge. `suffix` tells repeated happenings apart (the number of a reminder). */
export async function tellOfPledge(
  context: Platform,
  pledgeId: string,
  words: (pool: PoolRow, pledge: PledgeRow) => Notice,
  suffix = '',
): Promise<void> {
  await context.db.tx(async (tx) => {
    const pledge = await findPledge(tx, pledgeId);
    const pool = pledge && (await findPool(tx, pledge.poolId));
    const fan = pledge && (await findRecipient(tx, pledge.fanId));
    if (!pledge || !pool || !fan) return;
    await notify(context, tx, fan, words(pool, pledge), `${pledgeId}${suffix}`);
  });
}
