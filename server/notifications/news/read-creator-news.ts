import { appError } from '#contract/errors.ts';
import type { CreatorNews } from '#contract/pledges/creator-news.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findCreatorNews } from './creator-news.sql.ts';

/** Returns what the creator has heard of the pool of a pledge. Throws `not_found` for everyone but its fan. */
export async function readCreatorNews({ db }: Platform, { userId }: Actor, pledgeId: string): Promise<CreatorNews> {
  const row = await findCreatorNews(db.sql, pledgeId, userId);
  if (!row) throw appError('not_found');
  return { ...row, toldAt: row.toldAt?.toISOString() ?? null };
}
