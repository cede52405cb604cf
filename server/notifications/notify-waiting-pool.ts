import { paths } from '#contract/paths.ts';
import { formatMoney } from '#contract/values/money.ts';
import { fullDate } from '#contract/values/time.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Notice, nameOfPool } from './notice.ts';
import { findPool, type PoolRow } from './notice-pools.sql.ts';
import { listAdmins } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

type Waiting = FactMap['pool.waits'];

/** Reminds all admins of a pool that waits for them. */
export async function notifyWaitingPool(context: Platform, waiting: Waiting): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, waiting.poolId);
    if (!pool) return;
    const notice = waitingPool(pool, waiting);
    for (const admin of await listAdmins(tx)) await notify(context, tx, admin, notice, waiting.reminder);
  });
}

const words: Record<Waiting['kind'], readonly [title: string, state: string, task: string]> = {
  frozen: ['A pool is still frozen', 'has been frozen', 'Unfreeze or remove it'],
  review: ['A delivery still waits for review', 'has waited for the review of its delivery', 'Review it'],
  held: [
    'A delivered pool still waits',
    'has waited for the end of a suspension or for the decision about an objection',
    'Decide about it',
  ],
};

export function waitingPool(pool: PoolRow, { poolId, kind, since, until }: Omit<Waiting, 'reminder'>): Notice {
  const [title, state, task] = words[kind];
  const end = pool.paidCents > 0 ? `${formatMoney(pool.paidCents)} is refunded` : 'the pool ends';
  return {
    kind: 'pool_waits',
    title,
    body: `${nameOfPool(pool)} ${state} since ${fullDate(since)}. ${task} by ${fullDate(until)}. Then ${end} automatically.`,
    href: kind === 'review' ? paths.adminContentClaims : `${paths.adminPools}?open=${poolId}`,
    poolId,
    action: kind === 'review' ? 'Review the delivery' : 'Open the pool',
  };
}
