import type { PledgeStatus } from '#contract/pledge-view.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPledge, findPool, findRecipient, type PledgeRow, type PoolRow } from './audience.sql.ts';
import type { Notice } from './notice.ts';
import { notify } from './notify.ts';

export interface PledgeNoticeRule {
  /** The job may run late: a pledge that has moved on to another status is not told of this one. */
  while: readonly PledgeStatus[];
  words: (pool: PoolRow, pledge: PledgeRow) => Notice;
  /** Tells repeated notices of one pledge apart (the number of a reminder). */
  suffix?: string;
}

/** Tells a fan what became of their pledge. */
export async function notifyPledge(context: Platform, pledgeId: string, telling: PledgeNoticeRule): Promise<void> {
  await context.db.tx(async (tx) => {
    const pledge = await findPledge(tx, pledgeId);
    const pool = pledge && (await findPool(tx, pledge.poolId));
    const fan = pledge && (await findRecipient(tx, pledge.fanId));
    if (!pledge || !pool || !fan || !telling.while.includes(pledge.status)) return;
    await notify(context, tx, fan, telling.words(pool, pledge), `${pledgeId}${telling.suffix ?? ''}`);
  });
}
