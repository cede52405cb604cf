import type { UserProfile } from '#contract/people.ts';
import type { Viewer } from '#server/creators/creator.ts';
import { listFollowedCreators } from '#server/creators/list-followed-creators.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPoolsOf } from './list-user-pools.ts';
import { personOf, readPerson } from './read-person.ts';

/** Reads a public profile with the first page of started pools, backed pools and followed creators. Throws not_found. */
export async function readUserProfile(context: Platform, viewer: Viewer, username: string): Promise<UserProfile> {
  const row = await readPerson(context, viewer, username);
  const first = { userId: row.id, page: 1 };
  const [started, backed, followed] = await Promise.all([
    readPoolsOf(context, viewer, { ...first, backed: false }),
    row.backsPrivate && !row.isMe ? null : readPoolsOf(context, viewer, { ...first, backed: true }),
    listFollowedCreators(context, viewer, first),
  ]);
  return {
    ...personOf(row, row.isMe),
    creatorUsername: row.creatorUsername,
    pools: started.pools,
    backs: backed?.pools ?? null,
    backCount: backed?.pagination.totalCount ?? null,
    backsPrivate: row.backsPrivate,
    follows: followed.creators,
    followCount: followed.pagination.totalCount,
    isMe: row.isMe,
    isBlocked: row.isBlocked,
  };
}
