import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteBlock } from './blocks.sql.ts';
import type {} from './facts.ts';

export async function unblockUser(
  { db, facts }: Platform,
  actor: Actor,
  userId: string,
): Promise<{ blocked: boolean }> {
  const pair = { blockerId: actor.userId, blockedId: userId };
  return db.tx(async (tx) => {
    if (!(await deleteBlock(tx, actor.userId, userId))) throw appError('not_found');
    await facts.publish(tx, 'user.unblocked', pair);
    return { blocked: false };
  });
}
