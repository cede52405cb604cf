import type { SaveStatus } from '#contract/saves.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findVisiblePool } from '#server/pools/find-visible-pool.ts';
import { findSaveStatus } from './saves.sql.ts';

/** Returns whether this user follows a pool and gets its news. Throws `not_found`. */
export async function readSaveStatus(context: Platform, actor: Actor, key: string): Promise<SaveStatus> {
  const { id } = await findVisiblePool(context, actor, key);
  return findSaveStatus(context.db.sql, actor.userId, id);
}
