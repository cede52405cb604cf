import type { PledgeStatus } from '#contract/pledge-view.ts';
import { grantAccess } from '#server/delivery/grant-access.ts';
import { revokeAccess } from '#server/delivery/revoke-access.ts';
import type { MoneyContext } from '#server/money/money-context.ts';
import { requestRefund } from '#server/money/request-refund.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import type {} from './facts.ts';
import { chargeJob, closeJob, subjectOf } from './pledge-jobs.ts';
import type { PledgeRow, PoolGround } from './pledges.sql.ts';
import { releasePool } from './release-pool.ts';
import { startReminding } from './start-reminding.ts';

export interface Becoming {
  pool: PoolGround;
  pledge: PledgeRow;
  from: PledgeStatus;
}
type Entailed = (context: MoneyContext, tx: Tx, becoming: Becoming) => Promise<void>;

const about = ({ id, poolId, fanId }: PledgeRow) => ({ pledgeId: id, poolId, userId: fanId });

/** What a new status entails, in the transaction that gives it. */
const entailed: Partial<Record<PledgeStatus, Entailed>> = {
  async charging({ jobs }, tx, { pledge, from }) {
    // Whoever tries a card again charges it right after; the job is there in case that never comes to its end.
    await jobs.enqueue(tx, chargeJob, { pledgeId: pledge.id }, { startAfterMs: from === 'notified' ? 30_000 : 0 });
  },
  async notified(context, tx, { pool, pledge }) {
    await startReminding(context, tx, pool, pledge);
  },
  async paid(context, tx, { pool, pledge }) {
    await grantAccess(tx, pool.id, pledge.fanId, pledge.id);
    await context.facts.tell(tx, 'pledge.paid', about(pledge));
    // A late fan of a completed pool: nothing is held back for.
    if (pool.status === 'completed') await releasePool(context, tx, pool, pledge.id);
  },
  async refund_pending(context, tx, { pledge, from }) {
    await requestRefund(context, tx, { subject: subjectOf(pledge.id), reason: refundReason(from) });
  },
  async refunded({ facts }, tx, { pledge }) {
    await facts.tell(tx, 'pledge.refunded', about(pledge));
  },
  async released({ facts, jobs }, tx, { pledge }) {
    await jobs.enqueue(tx, closeJob, { pledgeId: pledge.id });
    await facts.tell(tx, 'pledge.released', about(pledge));
  },
  async withdrawn({ jobs }, tx, { pledge }) {
    await jobs.enqueue(tx, closeJob, { pledgeId: pledge.id });
  },
  async dropped({ facts, jobs }, tx, { pledge }) {
    await jobs.enqueue(tx, closeJob, { pledgeId: pledge.id });
    await facts.tell(tx, 'pledge.dropped', about(pledge));
  },
};

/** Does what the pledge's new status entails. */
export async function becomes(context: MoneyContext, tx: Tx, becoming: Becoming): Promise<void> {
  if (becoming.from === 'paid') await revokeAccess(tx, becoming.pledge.id);
  await entailed[becoming.pledge.status]?.(context, tx, becoming);
}

function refundReason(from: PledgeStatus): string {
  return from === 'paid'
    ? 'The pool ended without what was promised.'
    : 'The payment arrived after the pledge had ended.';
}
