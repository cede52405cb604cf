import type { ClaimCode } from '#contract/claims.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import {
  type CreatorRow,
  findCreatorByOwner,
  findCreatorByUsername,
  lockProfile,
} from '#server/creators/creators.sql.ts';
import { assertNotAgeGated } from '#server/platform/http/adult-gate.ts';
import { type RequestContext, signedIn } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { claimCodeOf, pagesOf } from './claim-code.ts';
import { findClaimCode, insertClaimCode } from './claim-codes.sql.ts';

/**
 * Gives a person the code that they place on one of the profile's linked pages. Repeating the call returns the same code until it
 * expires. Throws `not_found`, `forbidden` (unconfirmed email address), `age_gate`, `claim_code_unavailable`, `creator_has_owner`,
 * `profile_exists`.
 */
export async function getClaimCode(context: Platform, request: RequestContext, username: string): Promise<ClaimCode> {
  const actor = signedIn(request);
  if (!actor.emailVerified) throw appError('forbidden', { message: () => t`Confirm your email address first.` });
  await context.limits.limiter('get-claim-code', { points: 30, perMs: 60 * 60_000 }).consume(actor.userId);
  const row = await context.db.tx(async (tx) => {
    const profile = await findCreatorByUsername(tx, username);
    // The lock stops a concurrent approval, which would leave this code open.
    const locked = profile && (await lockProfile(tx, profile.id));
    if (!locked) throw appError('not_found', { message: () => t`There is no creator of that name.` });
    if (locked.ownerId) throw appError('creator_has_owner');
    assertNotAgeGated(context.config, request, profile);
    if (await findCreatorByOwner(tx, actor.userId)) throw appError('profile_exists');
    const existingCode = await findClaimCode(tx, { profileId: profile.id, userId: actor.userId });
    if (existingCode) return existingCode;
    const pages = pagesThatProve(profile, actor.userId, locked.addedBy);
    const { validMs } = limits.claimCode;
    return insertClaimCode(tx, { profileId: profile.id, userId: actor.userId, pages, validMs });
  });
  return claimCodeOf(context, row);
}

/** The links prove nothing to a person who chose them. */
function pagesThatProve(profile: CreatorRow, userId: string, addedBy: string | null): string[] {
  if (addedBy === userId) {
    const message = () => t`You added this profile and its links, so a code proves nothing. Ask an admin instead.`;
    throw appError('claim_code_unavailable', { message });
  }
  const pages = pagesOf(profile);
  if (pages.length === 0) throw appError('claim_code_unavailable');
  return pages;
}
