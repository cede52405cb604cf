import type { CreatorSummary } from '#contract/creators/creators.ts';
import type { Platform } from '#server/platform/platform.ts';
import { creatorSummaryOf } from './creator.ts';
import { findCreatorByOwner } from './creators.sql.ts';

/** Returns the profile that this account owns; null if none. */
export async function findProfileOfOwner(context: Platform, ownerId: string): Promise<CreatorSummary | null> {
  const row = await findCreatorByOwner(context.db.sql, ownerId);
  return row ? creatorSummaryOf(row) : null;
}
