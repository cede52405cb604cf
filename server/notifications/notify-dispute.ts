import { paths } from '#contract/paths.ts';
import { formatMoney } from '#contract/values/money.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type Notice, nameOfPool, pathOfPool } from './notice.ts';
import { findPledge, findPool, type PledgeRow, type PoolRow } from './notice-pools.sql.ts';
import { findRecipient, listAdmins } from './notice-recipients.sql.ts';
import { notify } from './notify.ts';

export type DisputeStage = 'opened' | 'won' | 'lost';

/** Notifies the fan and the creator about a dispute, and admins when it opens. Skips a stage that has passed. */
export async function notifyDispute(context: Platform, pledgeId: string, stage: DisputeStage): Promise<void> {
  await context.db.tx(async (tx) => {
    const pledge = await findPledge(tx, pledgeId);
    const pool = pledge && (await findPool(tx, pledge.poolId));
    if (!pledge || !pool || pledge.status !== statusAt[stage]) return;
    const fan = await findRecipient(tx, pledge.fanId);
    if (fan) await notify(context, tx, fan, fanNotices[stage](pool, pledge), pledgeId);
    const creator = pool.assignedCreatorId && (await findRecipient(tx, pool.assignedCreatorId));
    if (creator) await notify(context, tx, creator, creatorNotice(pool, pledge, stage), `${pledgeId}:${stage}`);
    if (stage !== 'opened') return;
    for (const admin of await listAdmins(tx)) await notify(context, tx, admin, disputeMade(pool, pledge), pledgeId);
  });
}

const statusAt = { opened: 'disputed', won: 'paid', lost: 'dispute_lost' } as const;

const opening = (pool: PoolRow) => ({ href: pathOfPool(pool), action: 'Open the pool' });

export const fanNotices: Record<DisputeStage, (pool: PoolRow, pledge: PledgeRow) => Notice> = {
  opened: (pool, { amountCents }) => ({
    kind: 'dispute_opened',
    title: 'Your bank is reviewing a charge',
    body: `You or your bank disputed the ${formatMoney(amountCents)} charge for ${nameOfPool(pool)}. Your pledge is on hold and you can't open the delivery until the bank decides. If this was a mistake, ask your bank to withdraw the dispute.`,
    ...opening(pool),
  }),
  won: (pool, { amountCents }) => ({
    kind: 'dispute_won',
    title: 'Your pledge counts again',
    body: `Your bank confirmed the ${formatMoney(amountCents)} charge for ${nameOfPool(pool)}.${pool.status === 'removed' ? '' : ' You have access to the delivery again.'}`,
    ...opening(pool),
  }),
  lost: (pool, { amountCents }) => ({
    kind: 'dispute_lost',
    title: 'Your bank reversed a charge',
    body: `Your bank returned the ${formatMoney(amountCents)} for ${nameOfPool(pool)} to you. You no longer have access to the delivery.`,
    ...opening(pool),
  }),
};

const creatorWords: Record<DisputeStage, (amount: string, pool: PoolRow) => readonly [title: string, body: string]> = {
  opened: (amount, pool) => [
    'A fan disputed a payment',
    `A fan's bank took back ${amount} for ${nameOfPool(pool)} until it decides. This share is frozen; all other payments stay as they are. We answer the bank, so you don't have to do anything.`,
  ],
  won: (amount, pool) => [
    'A disputed payment counts again',
    `The bank decided in our favor: the ${amount} for ${nameOfPool(pool)} counts again.`,
  ],
  lost: (amount, pool) => [
    'A disputed payment was lost',
    `The bank returned the ${amount} for ${nameOfPool(pool)} to the fan, who no longer has access to the delivery.${
      pool.status === 'completed' ? ' If you were already paid for it, your share is deducted from later payouts.' : ''
    }`,
  ],
};

export function creatorNotice(pool: PoolRow, { amountCents }: PledgeRow, stage: DisputeStage): Notice {
  const [title, body] = creatorWords[stage](formatMoney(amountCents), pool);
  return { kind: 'dispute_creator', title, body, href: pathOfPool(pool), action: 'Open the pool' };
}

export const disputeMade = (pool: PoolRow, { amountCents }: PledgeRow): Notice => ({
  kind: 'dispute_made',
  title: 'A fan disputed a payment',
  body: `A fan's bank took back ${formatMoney(amountCents)} for ${nameOfPool(pool)}. Submit the evidence in time, or the fan keeps the money.`,
  href: `${paths.adminMoney}/disputes`,
  action: 'See the evidence',
});
