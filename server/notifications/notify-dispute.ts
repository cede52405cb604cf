import { sentences, type Text, t } from '#contract/language/text.ts';
import { paths } from '#contract/paths.ts';
import { formatMoney } from '#contract/values/money.ts';
import type { FactMap } from '#server/platform/jobs/facts.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { pledgeOf } from '#server/pledges/pledge-jobs.ts';
import { type Notice, nameOfPool, poolLink } from './notice.ts';
import { type DisputeRow, listDisputesOf } from './notice-disputes.sql.ts';
import { findPledge, findPool, type PledgeRow, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient, listAdmins } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

export type DisputeStage = 'opened' | 'won' | 'lost';

/**
 * Notifies the fan and the creator about a dispute that moved the pledge, and admins when it opens. Skips a stage that has passed. Admins
 * get the notice here, too, because a dispute in another currency does not publish `dispute.recorded`.
 */
export async function notifyDispute(context: Platform, pledgeId: string, stage: DisputeStage): Promise<void> {
  await context.db.tx(async (tx) => {
    const pledge = await findPledge(tx, pledgeId);
    const pool = pledge && (await findPool(tx, pledge.poolId));
    if (!pledge || !pool || pledge.status !== statusAt[stage]) return;
    const disputes = await listDisputesOf(tx, pledgeId);
    const dispute = movedBy(disputes, stage);
    const cause = causeOf(pledgeId, disputes, dispute);
    const fan = await findRecipient(tx, pledge.fanId);
    if (fan) await notify(context, tx, fan, () => fanNotices[stage](pool, pledge), cause);
    const creator = pool.assignedCreatorId && (await findRecipient(tx, pool.assignedCreatorId));
    if (creator) await notify(context, tx, creator, () => creatorNotice(pool, pledge, stage), `${cause}:${stage}`);
    if (stage === 'opened' && dispute) await notifyAdmins(context, tx, () => disputeMade(pool, dispute), cause);
  });
}

/** Notifies admins about a dispute whose evidence they can submit, whether or not the pledge moves. Skips a decided one. */
export async function notifyRecordedDispute(
  context: Platform,
  { disputeId, subject }: Pick<FactMap['dispute.recorded'], 'disputeId' | 'subject'>,
): Promise<void> {
  const pledgeId = pledgeOf(subject);
  if (!pledgeId) return;
  await context.db.tx(async (tx) => {
    const pledge = await findPledge(tx, pledgeId);
    const pool = pledge && (await findPool(tx, pledge.poolId));
    const disputes = await listDisputesOf(tx, pledgeId);
    const dispute = disputes.find(({ id }) => id === disputeId);
    if (!pool || !dispute?.isOpen) return;
    await notifyAdmins(context, tx, () => disputeMade(pool, dispute), causeOf(pledgeId, disputes, dispute));
  });
}

async function notifyAdmins(
  context: InTransaction<Platform>,
  tx: Tx,
  compose: () => Notice,
  cause: string,
): Promise<void> {
  for (const admin of await listAdmins(tx)) await notify(context, tx, admin, compose, cause);
}

/** The dispute that moved the pledge: the first open one, or the one that the bank decided last. Second charges do not move it. */
function movedBy(disputes: readonly DisputeRow[], stage: DisputeStage): DisputeRow | undefined {
  const own = disputes.filter(({ isStray }) => !isStray);
  if (stage === 'opened') return own.find(({ isOpen }) => isOpen);
  const decidedAt = ({ settledAt }: DisputeRow) => settledAt?.getTime() ?? 0;
  return own.filter(({ isOpen }) => !isOpen).sort((a, b) => decidedAt(b) - decidedAt(a))[0];
}

/** The earlier version names each dispute after its pledge. Its notices and those about a first dispute have the same keys. */
function causeOf(pledgeId: string, disputes: readonly DisputeRow[], dispute: DisputeRow | undefined): string {
  return !dispute || dispute.id === disputes[0]?.id ? pledgeId : dispute.id;
}

const statusAt = { opened: 'disputed', won: 'paid', lost: 'dispute_lost' } as const;

export const fanNotices: Record<DisputeStage, (pool: PoolRow, pledge: PledgeRow) => Notice> = {
  opened: (pool, { amountCents }) => ({
    kind: 'dispute_opened',
    title: t`Your bank is reviewing a charge`,
    body: t`You or your bank disputed the ${{ amount: formatMoney(amountCents) }} charge for ${{ pool: nameOfPool(pool) }}. Your pledge is on hold and you can’t open the delivery until the bank decides. If this was a mistake, ask your bank to withdraw the dispute.`,
    ...poolLink(pool),
  }),
  won: (pool, { amountCents }) => ({
    kind: 'dispute_won',
    title: t`Your pledge counts again`,
    body: sentences(
      t`Your bank confirmed the ${{ amount: formatMoney(amountCents) }} charge for ${{ pool: nameOfPool(pool) }}.`,
      pool.status === 'removed' ? '' : t`You have access to the delivery again.`,
    ),
    ...poolLink(pool),
  }),
  lost: (pool, { amountCents }) => ({
    kind: 'dispute_lost',
    title: t`Your bank reversed a charge`,
    body: t`Your bank returned the ${{ amount: formatMoney(amountCents) }} for ${{ pool: nameOfPool(pool) }} to you. You no longer have access to the delivery.`,
    ...poolLink(pool),
  }),
};

const creatorWords: Record<DisputeStage, (amount: Text, pool: PoolRow) => readonly [title: Text, body: Text]> = {
  opened: (amount, pool) => [
    t`A fan disputed a payment`,
    t`A fan’s bank took back ${{ amount }} for ${{ pool: nameOfPool(pool) }} until it decides. This share is frozen; all other payments stay as they are. We answer the bank, so you don’t have to do anything.`,
  ],
  won: (amount, pool) => [
    t`A disputed payment counts again`,
    t`The bank decided in our favor: the ${{ amount }} for ${{ pool: nameOfPool(pool) }} counts again.`,
  ],
  lost: (amount, pool) => [
    t`A disputed payment was lost`,
    sentences(
      t`The bank returned the ${{ amount }} for ${{ pool: nameOfPool(pool) }} to the fan, who no longer has access to the delivery.`,
      pool.status === 'completed' ? t`If you were already paid for it, your share is deducted from later payouts.` : '',
    ),
  ],
};

export function creatorNotice(pool: PoolRow, { amountCents }: PledgeRow, stage: DisputeStage): Notice {
  const [title, body] = creatorWords[stage](formatMoney(amountCents), pool);
  return { kind: 'dispute_creator', title, body, ...poolLink(pool) };
}

export const disputeMade = (
  pool: PoolRow,
  { amountCents, isRefunded }: Pick<DisputeRow, 'amountCents' | 'isRefunded'>,
): Notice => ({
  kind: 'dispute_made',
  title: t`A fan disputed a payment`,
  body: isRefunded
    ? t`A fan’s bank took back ${{ amount: formatMoney(amountCents) }} for ${{ pool: nameOfPool(pool) }}, although we refunded the payment. Submit the evidence in time, or the fan gets the money twice.`
    : t`A fan’s bank took back ${{ amount: formatMoney(amountCents) }} for ${{ pool: nameOfPool(pool) }}. Submit the evidence in time, or the fan keeps the money.`,
  href: `${paths.adminMoney}/disputes`,
  poolId: pool.id,
  action: t`See the evidence`,
});
