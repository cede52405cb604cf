import { sentences, type Text, t } from '#contract/language/text.ts';
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
    const compose = () => waitingPool(pool, waiting);
    for (const admin of await listAdmins(tx)) await notify(context, tx, admin, compose, waiting.reminder);
  });
}

interface Deadline {
  pool: Text;
  since: Text;
  until: Text;
}

const titles: Record<Waiting['kind'], () => Text> = {
  frozen: () => t`A pool is still frozen`,
  review: () => t`A delivery still waits for review`,
  held: () => t`A delivered pool still waits`,
};

const tasks: Record<Waiting['kind'], (deadline: Deadline) => Text> = {
  frozen: ({ pool, since, until }) =>
    t`${{ pool }} has been frozen since ${{ since }}. Unfreeze or remove it by ${{ until }}.`,
  review: ({ pool, since, until }) =>
    t`${{ pool }} has waited for the review of its delivery since ${{ since }}. Review it by ${{ until }}.`,
  held: ({ pool, since, until }) =>
    t`${{ pool }} has waited for the end of a suspension or for the decision about an objection since ${{ since }}. Decide about it by ${{ until }}.`,
};

export function waitingPool(pool: PoolRow, { poolId, kind, since, until }: Omit<Waiting, 'reminder'>): Notice {
  return {
    kind: 'pool_waits',
    title: titles[kind](),
    body: sentences(
      tasks[kind]({ pool: nameOfPool(pool), since: fullDate(since), until: fullDate(until) }),
      pool.paidCents > 0
        ? t`Then ${{ amount: formatMoney(pool.paidCents) }} is refunded automatically.`
        : t`Then the pool ends automatically.`,
    ),
    href: kind === 'review' ? paths.adminContentClaims : `${paths.adminPools}?open=${poolId}`,
    poolId,
    action: kind === 'review' ? t`Review the delivery` : t`Open the pool`,
  };
}
