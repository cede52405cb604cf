import { inEnglish, msg } from '#contract/language/text.ts';
import type { PledgeStatus } from '#contract/pledges/pledge-status.ts';
import { grantAccess, revokeAccess } from '#server/delivery/content-reader.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { requestRefund } from '#server/money/refunds/request-refund.ts';
import type { InTransaction } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import { payCreator } from './pay-creator.ts';
import { chargeJob, closeJob, subjectOf } from './pledge-jobs.ts';
import type { PledgeRow } from './pledges.sql.ts';
import type { PoolFunding } from './pool-funding.sql.ts';
import { startReminding } from './reminders/start-reminding.ts';

export interface StatusChange {
  pool: PoolFunding;
  pledge: PledgeRow;
  from: PledgeStatus;
}
type StatusEffect = (context: InTransaction<MoneyContext>, tx: Tx, change: StatusChange) => Promise<void>;

const about = ({ id, poolId, fanId }: PledgeRow) => ({ pledgeId: id, poolId, userId: fanId });

/** The effects of each new status, in the transaction that writes the status. */
const effects: Partial<Record<PledgeStatus, StatusEffect>> = {
  async charging({ jobs }, tx, { pledge, from }) {
    // A retry charges the card right after this commit. The job takes over if that process crashes.
    await jobs.enqueue(tx, chargeJob, { pledgeId: pledge.id }, { startAfterMs: from === 'notified' ? 30_000 : 0 });
  },
  async notified(context, tx, { pool, pledge }) {
    await startReminding(context, tx, pool, pledge);
  },
  async paid(context, tx, { pool, pledge, from }) {
    await grantAccess(tx, pool.id, pledge.fanId, pledge.id);
    // A full refund that the bank returned makes the pledge paid again. The fan already has the notice of the payment.
    if (from !== 'refunded')
      await context.facts.publish(tx, from === 'disputed' ? 'pledge.dispute_won' : 'pledge.paid', about(pledge));
    // A completed pool holds nothing back, so a late payment is released at once.
    if (pool.status === 'completed') await payCreator(context, tx, pool, pledge.id);
  },
  async refund_pending(context, tx, { pledge, from }) {
    await requestRefund(context, tx, { subject: subjectOf(pledge.id), reason: refundReason(from) });
  },
  async refunded({ facts }, tx, { pledge }) {
    await facts.publish(tx, 'pledge.refunded', about(pledge));
  },
  async disputed({ facts }, tx, { pledge }) {
    await facts.publish(tx, 'pledge.disputed', about(pledge));
  },
  async dispute_lost({ facts }, tx, { pledge }) {
    await facts.publish(tx, 'pledge.dispute_lost', about(pledge));
  },
  async released({ facts, jobs }, tx, { pledge }) {
    await jobs.enqueue(tx, closeJob, { pledgeId: pledge.id });
    await facts.publish(tx, 'pledge.released', about(pledge));
  },
  async withdrawn({ facts, jobs }, tx, { pledge, from }) {
    await jobs.enqueue(tx, closeJob, { pledgeId: pledge.id });
    // A pledge without a card never counted.
    if (from !== 'setup_pending') await facts.publish(tx, 'pledge.withdrawn', about(pledge));
  },
  async dropped({ facts, jobs }, tx, { pledge }) {
    await jobs.enqueue(tx, closeJob, { pledgeId: pledge.id });
    await facts.publish(tx, 'pledge.dropped', { ...about(pledge), fanSuspended: pledge.fanSuspended });
  },
};

/** Applies the effects of a pledge's new status. Leaving `paid` also revokes access to deliveries. */
export async function applyStatusEffects(
  context: InTransaction<MoneyContext>,
  tx: Tx,
  change: StatusChange,
): Promise<void> {
  if (change.from === 'paid') await revokeAccess(tx, change.pledge.id);
  await effects[change.pledge.status]?.(context, tx, change);
}

function refundReason(from: PledgeStatus): string {
  return inEnglish(
    from === 'paid' || from === 'dispute_lost'
      ? msg`The pool ended without what was promised.`
      : msg`The payment arrived after the pledge had ended.`,
  );
}
