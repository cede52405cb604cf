import { receiptPath } from '#contract/paths.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pledges/facts.ts';
import { asSentence, type Notice, nameOfPool, pathOfPool } from './notice.ts';
import { findLastRefund, findPledge, findPool, type PledgeRow, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';
import { notifyPledge } from './notify-pledge.ts';
import { refundNotice } from './pledge-notices.ts';

export type AdminRefund = Pick<
  FactMap['pledge.admin_refunded'],
  'amountCents' | 'reason' | 'owedCents' | 'byAdmin' | 'outsideReason'
>;

/** Notifies a fan whose pledge was refunded because its pool ended. Refunds that an admin made or settled have their own notice. */
export async function notifyRefund(context: Platform, pledgeId: string): Promise<void> {
  const refund = await findLastRefund(context.db.sql, pledgeId);
  if (refund?.byAdmin || refund?.outsideReason) return;
  await notifyPledge(context, pledgeId, {
    while: ['refunded'],
    build: (pool, pledge) => refundNotice(pool, pledge, refund?.amountCents),
  });
}

/** Notifies the fan and the creator about an amount that an admin refunded. The end of a pool has told the creator about its refunds. */
export async function notifyAdminRefund(context: Platform, refund: FactMap['pledge.admin_refunded']): Promise<void> {
  const { pledgeId, refundId } = refund;
  await context.db.tx(async (tx) => {
    const pledge = await findPledge(tx, pledgeId);
    const pool = pledge && (await findPool(tx, pledge.poolId));
    if (!pledge || !pool) return;
    const fan = await findRecipient(tx, pledge.fanId);
    if (fan) await notify(context, tx, fan, fanRefunded(pool, pledge, refund), refundId);
    const creator = refund.byAdmin && pool.assignedCreatorId && (await findRecipient(tx, pool.assignedCreatorId));
    if (creator) await notify(context, tx, creator, creatorRefunded(pool, refund), refundId);
  });
}

/** With the admin's reason, or with how the admin paid it if the card could not take it. */
export function fanRefunded(pool: PoolRow, pledge: PledgeRow, refund: AdminRefund): Notice {
  const { amountCents, reason, outsideReason } = refund;
  const amount = formatMoney(amountCents);
  const whole = pledge.status === 'refunded';
  const of = whole ? amount : `${amount} of the ${formatMoney(pledge.amountCents)} that you paid`;
  const effect = whole
    ? 'You no longer have access to the delivery.'
    : 'Your pledge still counts, and your access stays the same.';
  const about = {
    kind: 'refunded',
    href: receiptPath(pledge.id),
    poolId: pool.id,
    action: 'See the receipt',
    facts: [
      ['Refunded', formatMoneyExact(amountCents)],
      ['Reference', pledge.id],
    ],
  } satisfies Partial<Notice>;
  if (outsideReason !== null) {
    return {
      ...about,
      title: 'We refunded you in another way',
      body: `A refund to your card didn’t work, so we paid you ${amount} for ${nameOfPool(pool)} in another way: ${asSentence(outsideReason)}${refund.byAdmin ? ` ${effect}` : ''}`,
    };
  }
  return {
    ...about,
    title: whole ? 'Your pledge was refunded' : 'Part of your pledge was refunded',
    body: `We refunded ${of} for ${nameOfPool(pool)} to the card you paid with. Our reason: ${asSentence(reason)} ${effect} Your bank may take a few days to show it.`,
  };
}

export function creatorRefunded(pool: PoolRow, { amountCents, owedCents }: AdminRefund): Notice {
  const effect =
    owedCents > 0
      ? `It was already released to you, so ${formatMoneyExact(owedCents)} is taken back from your payout account or deducted from later payouts. We cover our fee and the card costs.`
      : 'That amount is no longer held for this pool.';
  return {
    kind: 'refund_creator',
    title: 'We refunded a fan',
    body: `We refunded ${formatMoney(amountCents)} to a fan of ${nameOfPool(pool)}. ${effect}`,
    href: pathOfPool(pool),
    poolId: pool.id,
    action: 'Open the pool',
  };
}
