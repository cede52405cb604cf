import { hash } from '#contract/values/fan-art.ts';
import { addComment } from '#server/comments/add-comment.ts';
import { followCreator } from '#server/creators/follow-creator.ts';
import { likePool } from '#server/favorites/like-pool.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoCreator, demoComments } from './demo-content.ts';
import type { StagedPool } from './demo-history.ts';
import type { DemoPeople } from './demo-people.ts';

import { mapConcurrently } from './map-concurrently.ts';

const maxConcurrent = 4;
const hidden = ['in_review', 'removed', 'cancelled'];

export const everyone = ({ fan, fans, creators }: DemoPeople): Actor[] => [fan, ...fans, ...creators.values()];

/** Selects `count` people in a stable pseudo-random order, which depends on `seed`. */
export function selectPeople(people: readonly Actor[], count: number, seed: string): Actor[] {
  const order = ({ username }: Actor) => hash(`${username} and ${seed}`);
  return [...people].sort((one, other) => order(one) - order(other)).slice(0, count);
}

export async function followDemoCreators(
  context: Platform,
  people: DemoPeople,
  creators: readonly DemoCreator[],
): Promise<void> {
  const pairs = creators.flatMap(({ username, followers }) => {
    const others = everyone(people).filter((person) => person.username !== username);
    return selectPeople(others, followers, username).map((follower) => ({ follower, username }));
  });
  await mapConcurrently(pairs, maxConcurrent, ({ follower, username }) =>
    followCreator(context, follower, { username, follow: true }),
  );
}

export async function likeDemoPools(context: Platform, people: DemoPeople, pools: StagedPool[]): Promise<void> {
  const visiblePools = pools.filter(({ demo }) => !hidden.includes(demo.end));
  const likes = visiblePools.flatMap(({ id, demo }) => {
    const likers = selectPeople(everyone(people), 1 + Math.round(demo.fans * 0.5) + (hash(demo.title) % 5), demo.title);
    return likers.map((liker) => ({ liker, id }));
  });
  await mapConcurrently(likes, maxConcurrent, ({ liker, id }) =>
    likePool(context, { actor: liker, seesAdult: true }, id, true),
  );
}

/** Adds the demo's comments to the pools. */
export async function commentOnDemoPools(context: Platform, people: DemoPeople, pools: StagedPool[]): Promise<void> {
  const byName = new Map(everyone(people).map((person) => [person.username, person]));
  const authorOf = (username: string) => {
    const author = byName.get(username);
    if (!author) throw new Error(`the demo has no person named ${username}`);
    return { actor: author, seesAdult: true };
  };
  await mapConcurrently(pools, maxConcurrent, async ({ id, demo }) => {
    for (const [by, content, ...replies] of demoComments[demo.title] ?? []) {
      const { id: parentId } = await addComment(context, authorOf(by), { pool: id }, { content });
      for (const [who, answer] of replies)
        await addComment(context, authorOf(who), { pool: id }, { content: answer, parentId });
    }
  });
}
