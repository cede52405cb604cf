import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Notice } from './notice.ts';
import { findEarlyCard, findPledge, findPool, type PledgeRow, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';
import { cardExpiringNotice } from './pledge-notices.ts';

export interface PledgeNoticeRule {
  /** The job may run late. In other statuses the notice is outdated and is not sent. */
  while: readonly PledgeStatus[];
  build: (pool: PoolRow, pledge: PledgeRow) => Notice;
  /** False if the notice shows no figures of a pool that ended (`findPool`). */
  hasFigures?: boolean;
  /** Makes repeated notices of one pledge distinct (the number of a reminder). */
  suffix?: string;
}

/** Notifies a fan whose card expires before the pool can be collected, unless the fan has replaced it since. */
export async function notifyExpiringCard(context: Platform, pledgeId: string): Promise<void> {
  const card = await findEarlyCard(context.db.sql, pledgeId);
  if (!card) return;
  await notifyPledge(context, pledgeId, {
    while: ['pledged'],
    build: (pool, pledge) => cardExpiringNotice(pool, pledge, card),
    suffix: `:${card.last4}:${card.lastDay}`,
  });
}

/** Notifies a fan about a change of their pledge. */
export async function notifyPledge(context: Platform, pledgeId: string, rule: PledgeNoticeRule): Promise<void> {
  await context.db.tx(async (tx) => {
    const pledge = await findPledge(tx, pledgeId);
    const pool = pledge && (await findPool(tx, pledge.poolId, rule));
    const fan = pledge && (await findRecipient(tx, pledge.fanId));
    if (!pledge || !pool || !fan || !rule.while.includes(pledge.status)) return;
    await notify(context, tx, fan, () => rule.build(pool, pledge), `${pledgeId}${rule.suffix ?? ''}`);
  });
}
