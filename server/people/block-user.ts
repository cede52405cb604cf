import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteBlock, insertBlock, lockPair } from './blocks.sql.ts';
import type {} from './facts.ts';

/**
 * Blocks a person: the two can no longer message each other, and neither reads what the other writes (people-apart.sql). Neither is notified.
 * Throws own_block, not_found.
 */
export async function blockUser({ db, facts }: Platform, actor: Actor, userId: string): Promise<{ blocked: boolean }> {
  if (actor.userId === userId) throw appError('own_block');
  const pair = { blockerId: actor.userId, blockedId: userId };
  return db.tx(async (tx) => {
    await lockPair(tx, [actor.userId, userId]);
    if (!(await insertBlock(tx, actor.userId, userId))) throw appError('not_found');
    await facts.publish(tx, 'user.blocked', pair);
    return { blocked: true };
  });
}

export async function unblockUser(
  { db, facts }: Platform,
  actor: Actor,
  userId: string,
): Promise<{ blocked: boolean }> {
  const pair = { blockerId: actor.userId, blockedId: userId };
  return db.tx(async (tx) => {
    await lockPair(tx, [actor.userId, userId]);
    if (!(await deleteBlock(tx, actor.userId, userId))) throw appError('not_found');
    await facts.publish(tx, 'user.unblocked', pair);
    return { blocked: false };
  });
}
