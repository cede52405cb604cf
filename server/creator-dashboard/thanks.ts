import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { listThanks as listContract, ThankYou } from '#contract/thanks.ts';
import { maskAdultPerson } from '#server/creators/creator.ts';
import { requireContentReader } from '#server/delivery/content-reader.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { lockPool } from '#server/pools/lock-pool.ts';
import type {} from './facts.ts';
import {
  countThanks,
  deleteOwnThanks,
  emptyThanks,
  findThanksOf,
  hasThanked,
  insertThanks,
  listThanksRows,
  type ThanksRow,
} from './thanks.sql.ts';

const listed = 100;

function thankYouOf(row: ThanksRow, seesAdult: boolean): ThankYou {
  const { id, body, createdAt, anonymous, fanId, username, displayName, avatarUrl, adult } = row;
  const { id: _, ...fan } = maskAdultPerson({ id: fanId, username, displayName, avatarUrl }, { adult, seesAdult });
  return { id, text: body, createdAt: createdAt.toISOString(), fan: anonymous ? null : fan };
}

interface Asked {
  poolId: string;
  seesAdult: boolean;
}

/**
 * Lists the thank-yous for a delivery: all for its creator and admins, only their own for contributors. Throws `not_found`,
 * `content_locked`.
 */
export async function listThanks(
  context: Platform,
  actor: Actor,
  { poolId, seesAdult }: Asked,
): Promise<OutputOf<typeof listContract>> {
  const { sql } = context.db;
  const { all, isContributor } = await requireContentReader(sql, actor, poolId);
  const reader = { poolId, readerId: actor.userId };
  const rows = all ? await listThanksRows(sql, { ...reader, limit: listed }) : [];
  const mine = await findThanksOf(sql, poolId, actor.userId);
  return {
    items: rows.map((row) => thankYouOf(row, seesAdult)),
    totalCount: all ? await countThanks(sql, reader) : 0,
    mine: mine ? thankYouOf(mine, seesAdult) : null,
    canThank: isContributor && !(await hasThanked(sql, poolId, actor.userId)),
  };
}

/** A contributor thanks the creator, once per pool. Throws `rate_limited`, `not_found`, `content_locked`, `conflict`. */
export async function thankCreator(
  context: Platform,
  actor: Actor,
  { poolId, text, seesAdult }: Asked & { text: string },
): Promise<ThankYou> {
  await context.limits.limiter('thanks', { points: 20, perMs: 60 * 60_000 }).consume(actor.userId);
  return context.db.tx(async (tx) => {
    // A refund locks the pool as well, so access cannot end between the check and the insert.
    const locked = await lockPool(tx, poolId);
    const { isContributor } = await requireContentReader(tx, actor, poolId);
    if (!isContributor || !locked || !['delivered', 'completed'].includes(locked.pool.status)) {
      throw appError('content_locked');
    }
    const id = await insertThanks(tx, { poolId, fanId: actor.userId, body: text });
    if (!id) throw appError('conflict', { message: () => t`You already thanked the creator of this pool.` });
    await context.facts.publish(tx, 'thanks.sent', { thanksId: id, poolId });
    const row = await findThanksOf(tx, poolId, actor.userId);
    if (!row) throw new Error(`thank-you ${id} is gone`);
    return thankYouOf(row, seesAdult);
  });
}

/** A fan deletes their own thank-you. Throws not_found. */
export async function takeBackThanks({ db }: Platform, actor: Actor, id: string): Promise<{ ok: true }> {
  const isDeleted = await db.tx((tx) => deleteOwnThanks(tx, id, actor.userId));
  if (!isDeleted) throw appError('not_found');
  return { ok: true };
}

/** Removes the text of a reported thank-you, in the caller's transaction; false if it was removed before. */
export const removeThanks = (tx: Tx, id: string): Promise<boolean> => emptyThanks(tx, id);
