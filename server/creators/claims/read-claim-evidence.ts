import type { ClaimEvidence } from '#contract/claims.ts';
import { limits } from '#contract/limits.ts';
import { listLinks } from '#server/creators/links.sql.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findCreatorClaim } from './claims.sql.ts';
import { pageKindOf } from './page-kind.ts';
import { findAdding, listSummaries } from './profile-adding.sql.ts';
import { listRelated } from './related-accounts.ts';

/** The evidence of a claim to a profile: who added the profile and its links and when, and which accounts are related to the claimant's. */
export async function readClaimEvidence({ db, config }: Platform, claimId: string): Promise<ClaimEvidence | null> {
  const { sql } = db;
  const claim = await findCreatorClaim(sql, claimId);
  if (!claim?.profileId) return null;
  const days = limits.claimCode.linkAgeDays;
  const adding = await findAdding(sql, claim.profileId, days);
  if (!adding) return null;
  const links = await listLinks(sql, claim.profileId, days);
  const people = [adding.addedBy, ...links.flatMap(({ addedBy, changedBy }) => [addedBy, changedBy])];
  const adders = [...new Set(people.filter((id) => id !== null))];
  const related = await listRelated(sql, claim.userId, adders);
  const summaries = await listSummaries(sql, [...adders, ...related.map(({ userId }) => userId)]);
  const personOf = (id: string | null) => (id === null ? null : (summaries.get(id) ?? null));
  return {
    addedBy: personOf(adding.addedBy),
    addedAt: adding.addedAt.toISOString(),
    links: links.map(({ url, addedBy, addedAt, changedBy, changedAt }) => ({
      url,
      kind: pageKindOf(url, config.claimPlatforms),
      addedBy: personOf(addedBy),
      addedAt: addedAt.toISOString(),
      changedBy: personOf(changedBy),
      changedAt: changedAt.toISOString(),
    })),
    sharing: related.flatMap(({ userId, address, device, card }) => {
      const user = personOf(userId);
      return user ? [{ user, address, device, card }] : [];
    }),
  };
}
