import type { ClaimDoubt } from '#contract/claims.ts';
import { limits } from '#contract/limits.ts';
import { findImitated } from '#server/creators/imitations.sql.ts';
import { listLinks } from '#server/creators/links.sql.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Connection } from '#server/platform/postgres/db.ts';
import { listRejectedClaimants } from './claims.sql.ts';
import { pageKindOf } from './page-kind.ts';
import { findAdding } from './profile-adding.sql.ts';
import { findRelated } from './related-accounts.ts';

interface Judged {
  page: string;
  doubts: ClaimDoubt[];
}

/**
 * Judges the pages on which a claimant's code was found, and returns the one with the fewest doubts. Without a doubt the code suffices: the page
 * is a profile on a known platform, profile and link are older than 30 days, the people who added the profile and the link and who last
 * changed the link are known, and none of them is the claimant or shares an address, a browser or a card with them. No claim of the claimant
 * or of such an account to the profile was rejected before: the code is still on the page, and must not undo the decision. A code proves
 * control of a link, and an old link that strangers added is what speaks for the name.
 */
export async function judgePages(
  { config }: Pick<InTransaction<Platform>, 'config'>,
  sql: Connection,
  { profileId, userId, pages }: { profileId: string; userId: string; pages: readonly [string, ...string[]] },
): Promise<Judged> {
  const days = limits.claimCode.linkAgeDays;
  const [adding, links, imitated] = [
    await findAdding(sql, profileId, days),
    await listLinks(sql, profileId, days),
    await findImitated(sql, profileId),
  ];
  const rejected = await listRejectedClaimants(sql, profileId);
  const people = [adding?.addedBy, ...links.flatMap(({ addedBy, changedBy }) => [addedBy, changedBy]), ...rejected];
  const related = await findRelated(sql, userId, [...new Set(people.filter((id) => typeof id === 'string'))]);

  function doubtsOf(page: string): ClaimDoubt[] {
    const link = links.find(({ url }) => url === page);
    const kind = pageKindOf(page, config.claimPlatforms);
    const adders = [adding?.addedBy, link?.addedBy, link?.changedBy].map((id) => id ?? null);
    const doubts: [ClaimDoubt, boolean][] = [
      ['free_host', kind === 'free_host'],
      ['unknown_page', kind === 'unknown'],
      ['recent_profile', adding?.recent ?? true],
      ['recent_link', link?.recent ?? true],
      ['unknown_adder', adders.includes(null)],
      ['own_link', adders.includes(userId)],
      ['related_adder', adders.some((id) => id !== null && related.has(id))],
      ['imitates', imitated !== undefined && imitated.imitated.length > 0],
      ['rejected_before', rejected.some((id) => id === userId || related.has(id))],
    ];
    return doubts.flatMap(([doubt, holds]) => (holds ? [doubt] : []));
  }

  const [first, ...others] = pages;
  const judge = (page: string): Judged => ({ page, doubts: doubtsOf(page) });
  return others
    .map(judge)
    .reduce((best, next) => (next.doubts.length < best.doubts.length ? next : best), judge(first));
}
