import type { CreatorCard, CreatorProfile, CreatorSummary } from '#contract/creators/creators.ts';
import { isAdultCategory } from '#contract/limits.ts';
import { type AdultViewer, isAgeGated } from '#server/platform/http/adult-gate.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { CreatorRow } from './creators.sql.ts';

/** The viewer of a creator. */
export type Viewer = Pick<RequestContext, 'actor' | 'seesAdult'>;

/** The public summary of a creator. */
export function creatorSummaryOf(row: CreatorRow): CreatorSummary {
  return {
    id: row.id,
    username: row.username,
    displayName: row.displayName,
    avatarUrl: row.avatarUrl,
    status: row.status,
    category: row.category,
    followerCount: row.followerCount,
  };
}

/** Masks an adult creator before the age gate: keeps username and figures, drops picture and display name. */
export function maskAdultCreator<
  Named extends Pick<CreatorSummary, 'username' | 'displayName' | 'avatarUrl' | 'category'>,
>(creator: Named): Named {
  if (!creator.category || !isAdultCategory(creator.category)) return creator;
  return { ...creator, displayName: creator.username, avatarUrl: null };
}

/** Masks the owner of an adult profile wherever they appear: as owner of a pool, fan or author of a comment. */
export function maskAdultPerson<Named extends { displayName: string | null; avatarUrl: string | null }>(
  person: Named,
  { adult, seesAdult }: AdultViewer & { adult: boolean },
): Named {
  return isAgeGated({ seesAdult }, { adult }) ? { ...person, displayName: null, avatarUrl: null } : person;
}

export function creatorCardOf(row: CreatorRow & { isFollowing: boolean }, seesAdult: boolean): CreatorCard {
  return {
    ...creatorSummaryOf(row),
    poolCount: seesAdult ? row.poolCount : row.safePoolCount,
    activePoolCount: seesAdult ? row.activePoolCount : row.safeActivePoolCount,
    isFollowing: row.isFollowing,
    ownerId: row.ownerId,
  };
}

export function creatorProfileOf(
  row: CreatorRow & Pick<CreatorProfile, 'isFollowing' | 'claim' | 'claimByCode' | 'requestTerms'>,
  viewer: Viewer,
): CreatorProfile {
  const profile = {
    ...creatorCardOf(row, viewer.seesAdult),
    fullName: row.fullName,
    description: row.description,
    profileImageUrl: row.avatarUrl,
    coverUrl: row.coverUrl,
    coverAlt: row.coverUrl === null ? '' : row.coverAlt,
    websiteUrl: row.websiteUrl,
    socialLinks: row.socialLinks,
    createdAt: row.createdAt.toISOString(),
    adult: row.adult,
    isOwner: viewer.actor !== null && viewer.actor.userId === row.ownerId,
    claimedWith: row.claimedWith,
    claim: row.claim,
    claimByCode: row.claimByCode,
    requestTerms: row.requestTerms,
  };
  return isAgeGated(viewer, row) ? maskAdult(profile) : profile;
}

/** Drops every text and picture except the username, which the URL already contains. */
function maskAdult(profile: CreatorProfile): CreatorProfile {
  return {
    ...profile,
    displayName: profile.username,
    fullName: profile.username,
    description: '',
    avatarUrl: null,
    profileImageUrl: null,
    coverUrl: null,
    coverAlt: '',
    claimedWith: null,
    websiteUrl: null,
    socialLinks: [],
    requestTerms: profile.requestTerms && { ...profile.requestTerms, declines: '' },
  };
}
