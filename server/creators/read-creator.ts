import type { CreatorProfile, CreatorSummary } from '#contract/creators/creators.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Platform } from '#server/platform/platform.ts';
import { pagesOf } from './claims/claim-code.ts';
import { creatorProfileOf, creatorSummaryOf, type Viewer } from './creator.ts';
import { type CreatorRow, findCreatorByOwner, findCreatorByUsername, findStanding } from './creators.sql.ts';
import { readTermsOfProfile } from './request-terms.ts';

export async function readCreator(context: Platform, viewer: Viewer, username: string): Promise<CreatorProfile> {
  const { sql } = context.db;
  const row = await findCreatorByUsername(sql, username);
  if (!row) throw appError('not_found', { message: () => t`There is no creator of that name.` });
  const [standing, requestTerms] = await Promise.all([
    viewer.actor
      ? findStanding(sql, { profileId: row.id, userId: viewer.actor.userId })
      : { isFollowing: false, claim: null, addedByMe: false },
    row.ownerId ? readTermsOfProfile(sql, row.id) : null,
  ]);
  const claimByCode = claimByCodeOf(row, viewer, standing);
  return creatorProfileOf({ ...row, ...standing, claimByCode, requestTerms }, viewer);
}

/** The rules of `getClaimCode`, so that a page offers only what works. */
function claimByCodeOf(
  row: CreatorRow,
  { actor }: Viewer,
  { claim, addedByMe }: { claim: CreatorProfile['claim']; addedByMe: boolean },
): CreatorProfile['claimByCode'] {
  if (!actor || claim === null) return null;
  if (!actor.emailVerified) return 'unconfirmed_email';
  if (addedByMe) return 'added_by_me';
  return pagesOf(row).length > 0 ? 'possible' : 'no_pages';
}

/** Returns the profile that this account owns; null if none. */
export async function findProfileOfOwner(context: Platform, ownerId: string): Promise<CreatorSummary | null> {
  const row = await findCreatorByOwner(context.db.sql, ownerId);
  return row ? creatorSummaryOf(row) : null;
}
