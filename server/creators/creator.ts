import type { CreatorProfile, CreatorSummary } from '#contract/creators.ts';
import type { CreatorRow } from './creators.sql.ts';

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

export function creatorProfileOf(row: CreatorRow): CreatorProfile {
  return {
    ...creatorSummaryOf(row),
    fullName: row.fullName,
    description: row.description,
    profileImageUrl: row.avatarUrl,
    websiteUrl: row.websiteUrl,
    socialLinks: row.socialLinks,
    createdAt: row.createdAt.toISOString(),
    ownerId: row.ownerId,
  };
}
