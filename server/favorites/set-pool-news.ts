import type { SaveStatus } from '#contract/saves.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findVisiblePool } from '#server/pools/find-visible-pool.ts';
import { findSaveStatus, updateNews } from './saves.sql.ts';

/** Turns the news about a followed pool on or off. Changes nothing if the user does not follow it. Throws `not_found`. */
export async function setPoolNews(
  context: Platform,
  actor: Actor,
  key: string,
  getsNews: boolean,
): Promise<SaveStatus> {
  const { id } = await findVisiblePool(context, actor, key);
  await updateNews(context.db.sql, actor.userId, id, getsNews);
  return findSaveStatus(context.db.sql, actor.userId, id);
}
