import type { CreatorProfile } from '#contract/creators.ts';
import { appError } from '#contract/errors.ts';
import type { Platform } from '#server/platform/platform.ts';
import { creatorProfileOf, type Viewer } from './creator.ts';
import { findCreatorByUsername, findStanding } from './creators.sql.ts';
import { seesAdult } from './policy.ts';
import { readTermsOfProfile } from './request-terms.ts';

export async function readCreator(context: Platform, viewer: Viewer, username: string): Promise<CreatorProfile> {
  const { sql } = context.db;
  const row = await findCreatorByUsername(sql, username);
  if (!row) throw appError('not_found', { message: 'There is no creator of that name.' });
  const [standing, requestTerms] = await Promise.all([
    viewer.actor
      ? findStanding(sql, { profileId: row.id, userId: viewer.actor.userId })
      : { isFollowing: false, claim: null },
    row.ownerId ? readTermsOfProfile(sql, row.id) : null,
  ]);
  return creatorProfileOf({ ...row, ...standing, requestTerms }, viewer, seesAdult(context, viewer));
}
