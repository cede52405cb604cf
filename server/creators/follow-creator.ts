import type { followCreator as contract } from '#contract/creators/creators.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { appError } from '#contract/errors.ts';
import { t } from '#contract/language/text.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { findCreatorByUsername } from './creators.sql.ts';
import type {} from './facts.ts';
import { deleteFollow, insertFollow, readFollowerCount } from './follows.sql.ts';

/** Follows or unfollows a creator. Safe to repeat. Throws `not_found`, `own_follow`. */
export async function followCreator(
  context: Platform,
  actor: Actor,
  { username, follow }: { username: string; follow: boolean },
): Promise<OutputOf<typeof contract>> {
  return context.db.tx(async (tx) => {
    const profile = await findCreatorByUsername(tx, username);
    if (!profile) throw appError('not_found', { message: () => t`There is no creator of that name.` });
    if (follow && profile.ownerId === actor.userId) throw appError('own_follow');
    const following = { profileId: profile.id, userId: actor.userId };
    if (!follow) await deleteFollow(tx, following);
    else if ((await insertFollow(tx, following)) && profile.ownerId)
      await context.facts.publish(tx, 'creator.followed', { ...following, ownerId: profile.ownerId });
    return { isFollowing: follow, followerCount: await readFollowerCount(tx, profile.id) };
  });
}
