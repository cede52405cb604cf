import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import { findCreatorByOwner, findCreatorByUsername, lockProfile } from '#server/creators/creators.sql.ts';
import type {} from '#server/creators/facts.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { insertCreatorClaim } from './claims.sql.ts';

/**
 * A user claims an unclaimed profile; an admin decides. Throws `not_found`, `creator_has_owner`, `profile_exists`, `claim_exists`.
 */
export async function claimCreator(
  context: Platform,
  actor: Actor,
  username: string,
  form: { message: string; proofUrl: string },
): Promise<{ id: string; status: 'pending' }> {
  await context.limits.limiter('claim-creator', { points: 20, perMs: 24 * 60 * 60_000 }).consume(actor.userId);
  return context.db.tx(async (tx) => {
    const profile = await findCreatorByUsername(tx, username);
    // The lock stops a concurrent approval, which would leave this claim open forever.
    const locked = profile && (await lockProfile(tx, profile.id));
    if (!locked) throw appError('not_found', { message: () => t`There is no creator of that name.` });
    if (locked.ownerId) throw appError('creator_has_owner');
    if (await findCreatorByOwner(tx, actor.userId)) throw appError('profile_exists');
    const id = await insertCreatorClaim(tx, { profileId: profile.id, userId: actor.userId, ...form });
    if (!id) throw appError('claim_exists', { message: () => t`You already have an open claim for this profile.` });
    await context.facts.publish(tx, 'creator.claim_made', { claimId: id });
    return { id, status: 'pending' };
  });
}
