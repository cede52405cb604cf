import type { OutputOf } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import type { searchEverything as contract } from '#contract/search.ts';
import { findCreators } from '#server/creators/find-creators.ts';
import { listUsers } from '#server/people/list-users.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { listPools } from './list-pools.ts';
import { guessText } from './search-pools.ts';

type Answer = OutputOf<typeof contract>;

const nothing: Answer = { pools: [], poolCount: 0, creators: [], people: [] };

/** Finds creators by name. Without a match, tries a correction of the typos. */
async function findOrGuessCreators(
  context: Platform,
  viewer: Pick<RequestContext, 'actor' | 'seesAdult'>,
  { text, limit }: { text: string; limit: number },
): Promise<Answer['creators']> {
  const creators = await findCreators(context, viewer, { text, limit });
  if (creators.length > 0) return creators;
  const guessed = await guessText(context.db, text);
  return guessed ? findCreators(context, viewer, { text: guessed, limit }) : creators;
}

/** Returns the best few pools, creators and people for a text. Only signed-in users get people. */
export async function searchEverything(
  context: Platform,
  viewer: Pick<RequestContext, 'actor' | 'seesAdult'>,
  text: string,
): Promise<Answer> {
  const { min, each } = limits.everywhereSearch;
  // People often type a username with its @.
  const name = text.replace(/^@+/, '');
  if ([...name].length < min) return nothing;
  const [{ pools, pagination }, creators, people] = await Promise.all([
    listPools(context, viewer, { search: text, page: 1, pageSize: each }),
    findOrGuessCreators(context, viewer, { text: name, limit: each }),
    viewer.actor ? listUsers(context, viewer, { search: name, page: 1 }) : { users: [] },
  ]);
  return {
    pools,
    poolCount: pagination.totalCount,
    creators,
    people: people.users
      .slice(0, each)
      .map(({ id, username, displayName, avatarUrl }) => ({ id, username, displayName, avatarUrl })),
  };
}
