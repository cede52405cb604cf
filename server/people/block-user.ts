import { appError } from '#contract/errors.ts';
import type { Actor } from '#server/platform/http.ts';
import type { Platform } from '#server/platform/platform.ts';
import { insertBlock } from './blocks.sql.ts';

/** From now on the two do not reach each other. Nobody is told. */
export async function blockUser({ db }: Platform, actor: Actor, userId: string): Promise<{ blocked: boolean }> {
  if (actor.userId === userId) throw appError('own_block');
  if (!(await insertBlock(db.sql, actor.userId, userId))) throw appError('not_found');
  return { blocked: true };
}
