import { formatMoney } from '#contract/money.ts';
import type { PoolStatus } from '#contract/pools.ts';
import { fullDate } from '#contract/time.ts';
import type { Tx } from '#server/platform/db.ts';
import type { JobKind } from '#server/platform/jobs.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findPool, findRecipient, listAdmins, listFans } from './audience.sql.ts';
import { type Notice, nameOfPool } from './notice.ts';
import { notify } from './notify.ts';
import { poolNotices } from './pool-notices.ts';

export interface PoolMovePayload {
  poolId: string;
  from: PoolStatus | null;
  to: PoolStatus;
  reason: string | null;
  /** Tells two visits to the same state apart (goal met, lost, met again). */
  moveId: number;
}

export interface FanBatch {
  poolId: string;
  cause: string;
  notice: Notice;
  only: 'all' | 'access';
  afterId: string | null;
}

const batchSize = 200;

/** A transition's notices: owner, creator and admins now, the fans in batches of their own. */
export async function tellOfPool(context: Platform, fans: JobKind<FanBatch>, move: PoolMovePayload): Promise<void> {
  const pool = await findPool(context.db.sql, move.poolId);
  if (!pool) return;
  const notices = poolNotices(pool, move);
  const cause = `${pool.id}:${move.moveId}`;
  await context.db.tx(async (tx) => {
    const people: [string | null, Notice | undefined][] = [
      [pool.ownerId, notices.owner],
      // Whoever asks themselves reads it once.
      [pool.assignedCreatorId, notices.owner && pool.ownerId === pool.assignedCreatorId ? undefined : notices.creator],
    ];
    for (const [userId, notice] of people) await notifyUser(context, tx, userId, notice, cause);
    if (notices.admins) {
      for (const admin of await listAdmins(tx)) await notify(context, tx, admin, notices.admins, cause);
    }
    if (notices.fans) {
      const only = notices.fansOnly ?? 'all';
      await context.jobs.enqueue(tx, fans, { poolId: pool.id, cause, notice: notices.fans, only, afterId: null });
    }
  });
}

async function notifyUser(
  context: Platform,
  tx: Tx,
  userId: string | null,
  notice: Notice | undefined,
  cause: string,
): Promise<void> {
  const recipient = userId && notice ? await findRecipient(tx, userId) : undefined;
  if (recipient && notice) await notify(context, tx, recipient, notice, cause);
}

/** One batch of fans, and the next batch as a job of its own. */
export async function tellFans(context: Platform, self: () => JobKind<FanBatch>, batch: FanBatch): Promise<void> {
  await context.db.tx(async (tx) => {
    const fans = await listFans(tx, { ...batch, limit: batchSize });
    for (const fan of fans) await notify(context, tx, fan, batch.notice, batch.cause);
    const last = fans.at(-1);
    if (last && fans.length === batchSize) await context.jobs.enqueue(tx, self(), { ...batch, afterId: last.id });
  });
}

/** The assigned creator's answer is still missing; `step` tells the first reminder from the last. */
export async function remindCreator(context: Platform, reminder: { poolId: string; step: string }): Promise<void> {
  await context.db.tx(async (tx) => {
    const pool = await findPool(tx, reminder.poolId);
    const creator = pool?.assignedCreatorId ? await findRecipient(tx, pool.assignedCreatorId) : undefined;
    if (!pool || !creator || !pool.responseDueAt) return;
    const notice: Notice = {
      kind: 'response_reminder',
      title: 'Fans are waiting for your answer',
      body: `${nameOfPool(pool)} holds ${formatMoney(pool.pledgedCents)} in pledges. Without an answer by ${fullDate(pool.responseDueAt)} it lapses and no card is charged.`,
      href: '/dashboard',
      action: 'Answer it',
    };
    await notify(context, tx, creator, notice, `${pool.id}:${reminder.step}:${pool.responseDueAt.toISOString()}`);
  });
}
