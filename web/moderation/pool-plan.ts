import type { z } from 'zod';
import type { adminPoolItem } from '#contract/admin/moderation.ts';
import { adminPoolStatusWords } from '#contract/admin/pool-status-words.ts';
import { actOnPool, getAdminPool, listAdminPools } from '#contract/calls/admin.ts';
import { getPool, listPools, resolvePool } from '#contract/calls/pools.ts';
import { plural, sentences, type Text, t, textOf } from '#contract/language/text.ts';
import { listedPoolStatuses } from '#contract/pools/pool-status.ts';
import { formatMoney } from '#contract/values/money.ts';
import type { Plan } from '#web/admin-table/bulk.ts';
import { call } from '#web/data/call.ts';

export type AdminPool = z.infer<typeof adminPoolItem>;
export type PoolAction = 'open' | 'highlight' | 'unhighlight' | 'freeze' | 'unfreeze' | 'remove';

/** Endpoints whose data an action changes. */
export const poolReads = [listAdminPools, getAdminPool, listPools, getPool, resolvePool];

/** Performs the action unless another admin has acted on the pool since this admin saw it. Opens only the content that the admin saw. */
export const actOn = (
  { id, version, contentMark }: AdminPool,
  action: PoolAction,
  { reason, keepsDelivery = false }: { reason?: string | undefined; keepsDelivery?: boolean } = {},
) =>
  call(actOnPool, {
    params: { id },
    body: {
      action,
      version,
      ...(action === 'open' ? { contentMark } : {}),
      ...(reason ? { reason } : {}),
      ...(keepsDelivery ? { keepsDelivery } : {}),
    },
  });

/** Says what happens to the pool's money when an admin removes it. */
export function moneyOf(pool: AdminPool): Text {
  if (pool.heldCents > 0) {
    return t`${{ amount: formatMoney(pool.heldCents) }} is held for this pool. All of it is refunded to the cards of the fans who paid.`;
  }
  if (pool.status === 'completed') {
    return t`The creator has already been paid, so nothing is refunded.`;
  }
  if (pool.pledgedAmount > 0 && listedPoolStatuses.includes(pool.status)) {
    return t`No card was charged. The pledges of ${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })} (${{ amount: formatMoney(pool.pledgedAmount) }}) are released.`;
  }
  return t`No money is held for this pool, so nothing is refunded.`;
}

/** Says who keeps the delivery when an admin removes several pools. */
const keptBy = (pool: AdminPool) =>
  pool.status === 'completed'
    ? t`${plural({ fans: pool.fanCount }, { one: '# fan', other: '# fans' })} who paid can still open the delivery.`
    : '';

const plans: Record<PoolAction, (pool: AdminPool) => Plan> = {
  open: ({ status }) =>
    status === 'in_review'
      ? { change: t`Opens to pledges` }
      : {
          skip: sentences(
            t`Only pools in review can be opened.`,
            t`This one’s state is “${{ state: textOf(adminPoolStatusWords[status]) }}”.`,
          ),
        },
  highlight: ({ status, isHighlighted }) => {
    if (isHighlighted) return { skip: t`Already highlighted.` };
    return listedPoolStatuses.includes(status)
      ? { change: t`Appears among the highlighted pools` }
      : { skip: t`Only pools in the feed can be highlighted.` };
  },
  unhighlight: ({ isHighlighted }) =>
    isHighlighted ? { change: t`Returns to its place in the feed` } : { skip: t`Not highlighted.` },
  freeze: ({ frozen, status }) => {
    if (status === 'removed') return { skip: t`Removed.` };
    return frozen ? { skip: t`Already frozen.` } : { change: t`Stops, with all of its deadlines` };
  },
  unfreeze: ({ frozen }) => (frozen ? { change: t`Continues, and its deadlines run again` } : { skip: t`Not frozen.` }),
  remove: (pool) => {
    if (pool.status === 'removed') return { skip: t`Already removed.` };
    return { change: sentences(t`Removed permanently.`, moneyOf(pool), keptBy(pool)) };
  },
};

/** The effect of an action on a pool, or the reason why it is impossible. The server decides again. */
export const planFor = (action: PoolAction, pool: AdminPool): Plan => plans[action](pool);
export const isPossible = (action: PoolAction, pool: AdminPool): boolean => 'change' in planFor(action, pool);
