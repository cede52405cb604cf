import { appError } from '#contract/errors.ts';
import { inEnglish, msg, t } from '#contract/language/text.ts';
import { removeImage } from '#server/media/remove-image.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { InTransaction, Platform } from '#server/platform/platform.ts';
import type { Tx } from '#server/platform/postgres/db.ts';
import { deleteApplicationsOf, deleteClaimsOf, deleteFollowsOf, deleteProfileOf } from './account-deletion.sql.ts';
import { settleCreatorClaims } from './claims/claims.sql.ts';
import { deleteTracesOf } from './claims/traces.sql.ts';
import { findCreatorByUsername, lockProfile } from './creators.sql.ts';
import type {} from './facts.ts';
import { forgetLinksOf } from './links.sql.ts';
import { nameKey } from './name-key.ts';
import { deleteUnownedProfile, insertRemoval } from './removals.sql.ts';

/**
 * Removes an unclaimed profile at the wish of its creator: pools that named it name no creator anymore, and its username and name cannot be added
 * again. Throws `not_found`, `creator_has_owner`, `forbidden` (unconfirmed email address).
 */
export async function removeCreator(
  context: Platform,
  actor: Actor,
  ip: string,
  username: string,
): Promise<{ removed: true }> {
  if (!actor.emailVerified) throw appError('forbidden', { message: () => t`Confirm your email address first.` });
  await context.limits.limiter('remove-creator', { points: 3, perMs: 24 * 60 * 60_000 }).consume(actor.userId);
  await context.db.tx(async (tx) => {
    const profile = await findCreatorByUsername(tx, username);
    if (!profile) throw appError('not_found', { message: () => t`There is no creator of that name.` });
    const locked = await lockProfile(tx, profile.id);
    if (!locked || locked.ownerId) throw appError('creator_has_owner');
    await insertRemoval(tx, {
      username: profile.username,
      nameKey: nameKey(profile.fullName),
      removedBy: actor.userId,
    });
    const closed = await settleCreatorClaims(
      tx,
      { profileId: profile.id },
      { status: 'rejected', reason: inEnglish(msg`The profile was removed.`), adminId: null },
    );
    for (const claim of closed) await context.facts.publish(tx, 'creator.claim_decided', { claimId: claim.id });
    await context.facts.publish(tx, 'creator.removed', {
      profileId: profile.id,
      username: profile.username,
      name: profile.displayName,
      removedBy: actor.userId,
      ip,
    });
    if (!(await deleteUnownedProfile(tx, profile.id))) throw appError('creator_has_owner');
    for (const url of [profile.avatarUrl, profile.coverUrl]) if (url) await removeImage(context, tx, url);
  });
  return { removed: true };
}

/** Deletes the follows, applications, claims and own profile of a deleted account, with the profile's pictures. */
export async function eraseCreator(context: InTransaction<Platform>, tx: Tx, userId: string): Promise<void> {
  await deleteFollowsOf(tx, userId);
  await deleteApplicationsOf(tx, userId);
  await deleteClaimsOf(tx, userId);
  await deleteTracesOf(tx, userId);
  await forgetLinksOf(tx, userId);
  // The media module kept these pictures, because it goes first and the profile still used them.
  for (const url of await deleteProfileOf(tx, userId)) await removeImage(context, tx, url);
}
