import type { CreatorProfile } from '#contract/creators.ts';
import { appError } from '#contract/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { creatorProfileOf } from './creator.ts';
import { findCreatorByUsername } from './creators.sql.ts';

export async function readCreator(context: Platform, username: string): Promise<CreatorProfile> {
  const row = await findCreatorByUsername(context.db.sql, username);
  if (!row) throw appError('not_found', { message: 'There is no creator of that name.' });
  return creatorProfileOf(row);
}
