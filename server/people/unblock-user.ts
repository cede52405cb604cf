import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { deleteBlock } from './blocks.sql.ts';

export async function unblockUser({ db }: Platform, actor: Actor, userId: string): Promise<{ blocked: boolean }> {
  if (!(await deleteBlock(db.sql, actor.userId, userId))) throw appError('not_found');
  return { blocked: false };
}
