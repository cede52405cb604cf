import { AppError } from '#contract/app-error.ts';
import { appError } from '#contract/errors.ts';
import { sentences, t, verbatim } from '#contract/language/text.ts';
import type { PoolStatus } from '#contract/pools/pools.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { leaveProfileOf, listPoolsToLeave } from '#server/pools/account-deletion.sql.ts';
import type {} from '#server/pools/hooks.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import type { PoolRow } from '#server/pools/pool.ts';
import { applyPoolEvent } from './apply-pool-event.ts';
import { endLatePledges } from './end-late-pledges.ts';
import { serverReasons } from './end-reasons.ts';
import type { PoolEvent } from './pool-events.ts';

/** Statuses in which an accepted pool is not yet paid out. */
const inWork: readonly PoolStatus[] = [
  'accepted',
  'collecting',
  'shortfall',
  'in_production',
  'delivery_review',
  'delivered',
];

/**
 * Ends the pools of a person who deletes their account. Declines requests that wait for their answer and cancels their own pools that no
 * one else has pledged to. Pools with other fans stay. Their completed pools take no more late pledges, because no one would get the money.
 * Throws account_in_use while they have accepted work.
 */
export async function endPoolsForDeletion(context: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  for (const poolId of await listPoolsToLeave(tx, userId)) {
    const locked = await lockPool(tx, poolId);
    if (locked) await leavePool(context, tx, locked.pool, userId);
  }
  await leaveProfileOf(tx, userId);
}

async function leavePool(context: InTransaction<Platform>, tx: Tx, pool: PoolRow, userId: string): Promise<void> {
  const answers = pool.assignedCreatorId === userId;
  if (answers && inWork.includes(pool.status)) {
    throw appError('account_in_use', { message: () => notFinished(pool) });
  }
  if (answers && pool.status === 'completed') return endLatePledges(context, tx, pool, 'left');
  const end = await endingOf(context, tx, pool, userId, answers);
  if (!end) return;
  try {
    await applyPoolEvent(context, tx, pool.id, end.event, { reason: end.reason });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw appError('account_in_use', { message: () => sentences(notEnded(pool), verbatim(error.texts().message)) });
  }
}

const notFinished = ({ adult, title }: PoolRow) =>
  sentences(
    adult ? t`An adult pool is not finished.` : t`“${{ title }}” is not finished.`,
    t`The account can be deleted once it is delivered and paid out, or given up.`,
  );

const notEnded = ({ adult, title }: PoolRow) =>
  adult
    ? t`An adult pool could not be ended, so the account was not deleted.`
    : t`“${{ title }}” could not be ended, so the account was not deleted.`;

async function endingOf(
  context: InTransaction<Platform>,
  tx: Tx,
  pool: PoolRow,
  userId: string,
  answers: boolean,
): Promise<{ event: PoolEvent; reason: string } | undefined> {
  if (answers) {
    const reason = serverReasons.creatorLeft;
    if (pool.status !== 'in_review') return { event: { type: 'decline' }, reason };
    return { event: { type: 'cancel', byAdmin: true, othersPledged: false }, reason };
  }
  if (await context.hooks.one('pool.has_other_pledges')(tx, pool.id, userId)) return undefined;
  const event = { type: 'cancel', byAdmin: false, othersPledged: false } as const;
  return { event, reason: serverReasons.ownerLeft };
}
