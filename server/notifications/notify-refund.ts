import { sentences, type Text, t, verbatim } from '#contract/language/text.ts';
import { receiptPath } from '#contract/paths.ts';
import { formatMoney, formatMoneyExact } from '#contract/values/money.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { Platform } from '#server/platform/platform.ts';
import type {} from '#server/pledges/facts.ts';
import { asSentence, type Notice, nameOfPool, poolLink } from './notice.ts';
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
    hasFigures: false,
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
    if (fan) await notify(context, tx, fan, () => fanRefunded(pool, pledge, refund), refundId);
    const creator = refund.byAdmin && pool.assignedCreatorId && (await findRecipient(tx, pool.assignedCreatorId));
    if (creator) await notify(context, tx, creator, () => creatorRefunded(pool, refund), refundId);
  });
}

/** With the admin's reason, or with how the admin paid it if the card could not take it. */
export function fanRefunded(pool: PoolRow, pledge: PledgeRow, refund: AdminRefund): Notice {
  const { amountCents, reason, outsideReason } = refund;
  const isWhole = pledge.status === 'refunded';
  const effect = isWhole
    ? t`You no longer have access to the delivery.`
    : t`Your pledge still counts, and your access stays the same.`;
  const about = {
    kind: 'refunded',
    href: receiptPath(pledge.id),
    poolId: pool.id,
    action: t`See the receipt`,
    facts: [
      [t({ message: 'Refunded', context: 'label of an amount' }), formatMoneyExact(amountCents)],
      [t`Reference`, verbatim(pledge.id)],
    ],
  } satisfies Partial<Notice>;
  if (outsideReason !== null) {
    return {
      ...about,
      title: t`We refunded you in another way`,
      body: sentences(
        t`A refund to your card didn’t work, so we paid you ${{ amount: formatMoney(amountCents) }} for ${{ pool: nameOfPool(pool) }} in another way: ${{ explanation: asSentence(outsideReason) }}`,
        refund.byAdmin ? effect : '',
      ),
    };
  }
  return {
    ...about,
    title: isWhole ? t`Your pledge was refunded` : t`Part of your pledge was refunded`,
    body: sentences(
      refundedToCard(pool, pledge, amountCents),
      t`Our reason: ${{ reason: asSentence(reason) }}`,
      effect,
      t`Your bank may take a few days to show it.`,
    ),
  };
}

function refundedToCard(pool: PoolRow, pledge: PledgeRow, amountCents: number): Text {
  const [amount, name] = [formatMoney(amountCents), nameOfPool(pool)];
  return pledge.status === 'refunded'
    ? t`We refunded ${{ amount }} for ${{ pool: name }} to the card you paid with.`
    : t`We refunded ${{ amount }} of the ${{ paid: formatMoney(pledge.amountCents) }} that you paid for ${{ pool: name }} to the card you paid with.`;
}

export function creatorRefunded(pool: PoolRow, { amountCents, owedCents }: AdminRefund): Notice {
  return {
    kind: 'refund_creator',
    title: t`We refunded a fan`,
    body: sentences(
      t`We refunded ${{ amount: formatMoney(amountCents) }} to a fan of ${{ pool: nameOfPool(pool) }}.`,
      owedCents > 0
        ? t`It was already released to you, so ${{ amount: formatMoneyExact(owedCents) }} is taken back from your payout account or deducted from later payouts. We cover our fee and the card costs.`
        : t`That amount is no longer held for this pool.`,
    ),
    ...poolLink(pool),
  };
}
