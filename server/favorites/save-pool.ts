import type { SaveStatus } from '#contract/saves.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findVisiblePool } from '#server/pools/find-visible-pool.ts';
import type { Viewer } from '#server/pools/show-pool.ts';
import { deleteSave, findSaveStatus, insertSave } from './saves.sql.ts';

/** Follows a pool, or stops following it. Safe to repeat. Throws `not_found`, `age_gate`. */
export async function savePool(
  context: Platform,
  { actor, seesAdult }: Viewer & { actor: Actor },
  key: string,
  isSaved: boolean,
): Promise<SaveStatus> {
  const pool = await findVisiblePool(context, actor, key);
  if (isSaved) assertNotAgeGated(context.config, { seesAdult }, pool);
  await (isSaved ? insertSave : deleteSave)(context.db.sql, actor.userId, pool.id);
  return findSaveStatus(context.db.sql, actor.userId, pool.id);
}

/** Returns whether this user follows a pool and gets its news. Throws `not_found`. */
export async function readSaveStatus(context: Platform, actor: Actor, key: string): Promise<SaveStatus> {
  const { id } = await findVisiblePool(context, actor, key);
  return findSaveStatus(context.db.sql, actor.userId, id);
}
