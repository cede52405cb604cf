import type { UserProfile } from '#contract/people.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPoolsOf } from './list-user-pools.ts';
import { personOf, type Viewer } from './person.ts';
import { readPerson } from './read-person.ts';

/** A person as anyone may see them, with the first page of what they do here. */
export async function readUserProfile(context: Platform, viewer: Viewer, username: string): Promise<UserProfile> {
  const row = await readPerson(context, viewer, username);
  const first = { userId: row.id, page: 1 };
  const [started, backed] = await Promise.all([
    readPoolsOf(context, viewer, { ...first, backed: false }),
    row.backsPrivate && !row.isMe ? null : readPoolsOf(context, viewer, { ...first, backed: true }),
  ]);
  return {
    ...personOf(row),
    bio: row.bio,
    creatorUsername: row.creatorUsername,
    pools: started.pools,
    backs: backed?.pools ?? null,
    backCount: backed?.pagination.totalCount ?? null,
    backsPrivate: row.backsPrivate,
    isMe: row.isMe,
    isBlocked: row.isBlocked,
  };
}
