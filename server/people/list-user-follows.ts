import type { OutputOf } from '#contract/endpoint.ts';
import type { listUserFollows as contract } from '#contract/people.ts';
import type { Viewer } from '#server/creators/creator.ts';
import { listFollowedCreators } from '#server/creators/list-followed-creators.ts';
import type { Platform } from '#server/platform/platform.ts';
import { readPerson } from './read-person.ts';

/** Lists the creators that a person follows. */
export async function listUserFollows(
  context: Platform,
  viewer: Viewer,
  { username, page }: { username: string; page: number },
): Promise<OutputOf<typeof contract>> {
  const { id } = await readPerson(context, viewer, username);
  return listFollowedCreators(context, viewer, { userId: id, page });
}
