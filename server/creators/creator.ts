import type { CreatorCard, CreatorProfile, CreatorSummary } from '#contract/creators.ts';
import { isAdultCategory } from '#contract/limits.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { CreatorRow } from './creators.sql.ts';

/** Who looks. */
export interface Viewer {
  actor: Actor | null;
  ageVerified: boolean;
}

/** What anyone may know of a creator, short form. */
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

/** Of an adult creator, for whoever may not have passed the age gate: the username and figures, no picture and no name of their own. */
export function maskAdultCreator(creator: CreatorSummary): CreatorSummary {
  if (!creator.category || !isAdultCategory(creator.category)) return creator;
  return { ...creator, displayName: creator.username, avatarUrl: null };
}

/** The same of the person who owns such a profile, wherever they appear: as somebody who starts a pool, backs one, comments. */
export function maskAdultPerson<Named extends { displayName: string | null; avatarUrl: string | null }>(
  person: Named,
  { adult, adultToo }: { adult: boolean; adultToo: boolean },
): Named {
  return adult && !adultToo ? { ...person, displayName: null, avatarUrl: null } : person;
}

export function creatorCardOf(row: CreatorRow & { isFollowing: boolean }, adultToo: boolean): CreatorCard {
  return {
    ...creatorSummaryOf(row),
    poolCount: adultToo ? row.poolCount : row.safePoolCount,
    activePoolCount: adultToo ? row.activePoolCount : row.safeActivePoolCount,
    isFollowing: row.isFollowing,
    ownerId: row.ownerId,
  };
}

export function creatorProfileOf(
  row: CreatorRow & { isFollowing: boolean; claim: CreatorProfile['claim'] },
  viewer: Viewer,
  adultToo: boolean,
): CreatorProfile {
  const profile = {
    ...creatorCardOf(row, adultToo),
    fullName: row.fullName,
    description: row.description,
    profileImageUrl: row.avatarUrl,
    websiteUrl: row.websiteUrl,
    socialLinks: row.socialLinks,
    createdAt: row.createdAt.toISOString(),
    adult: row.adult,
    isOwner: viewer.actor !== null && viewer.actor.userId === row.ownerId,
    claim: row.claim,
  };
  return row.adult && !adultToo ? maskAdult(profile) : profile;
}

/** Nothing that people wrote or showed but the username, which the address has already. */
function maskAdult(profile: CreatorProfile): CreatorProfile {
  return {
    ...profile,
    displayName: profile.username,
    fullName: profile.username,
    description: '',
    avatarUrl: null,
    profileImageUrl: null,
    websiteUrl: null,
    socialLinks: [],
  };
}
