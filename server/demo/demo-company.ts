import { hash } from '#contract/fan-art.ts';
import { addComment } from '#server/comments/add-comment.ts';
import { likePool } from '#server/comments/like-pool.ts';
import { followCreator } from '#server/creators/follow-creator.ts';
import type { Actor } from '#server/platform/http/request-context.ts';
import type { Platform } from '#server/platform/platform.ts';
import { type DemoCreator, demoComments } from './demo-content.ts';
import type { DemoPeople } from './demo-people.ts';
import type { StagedPool } from './demo-pools.ts';
import { inTurns } from './in-turns.ts';

const atOnce = 4;
const hidden = ['in_review', 'removed', 'cancelled'];

const everyone = ({ fan, fans, creators }: DemoPeople): Actor[] => [fan, ...fans, ...creators.values()];

/** The first so many of them, in an order of its own for each `what`. */
function some(people: readonly Actor[], count: number, what: string): Actor[] {
  const order = ({ username }: Actor) => hash(`${username} and ${what}`);
  return [...people].sort((one, other) => order(one) - order(other)).slice(0, count);
}

export async function followDemoCreators(
  context: Platform,
  people: DemoPeople,
  creators: readonly DemoCreator[],
): Promise<void> {
  const pairs = creators.flatMap(({ username, followers }) => {
    const others = everyone(people).filter((person) => person.username !== username);
    return some(others, followers, username).map((follower) => ({ follower, username }));
  });
  await inTurns(pairs, atOnce, ({ follower, username }) =>
    followCreator(context, follower, { username, follow: true }),
  );
}

export async function likeDemoPools(context: Platform, people: DemoPeople, pools: StagedPool[]): Promise<void> {
  const shown = pools.filter(({ demo }) => !hidden.includes(demo.end));
  const likes = shown.flatMap(({ id, demo }) => {
    const likers = some(everyone(people), 1 + Math.round(demo.fans * 0.5) + (hash(demo.title) % 5), demo.title);
    return likers.map((liker) => ({ liker, id }));
  });
  await inTurns(likes, atOnce, ({ liker, id }) => likePool(context, { actor: liker, ageVerified: true }, id, true));
}

/** What people say below the pools, thread after thread. */
export async function commentOnDemoPools(context: Platform, people: DemoPeople, pools: StagedPool[]): Promise<void> {
  const byName = new Map(everyone(people).map((person) => [person.username, person]));
  const authorOf = (username: string) => {
    const author = byName.get(username);
    if (!author) throw new Error(`nobody is called ${username}`);
    return { actor: author, ageVerified: true };
  };
  await inTurns(pools, atOnce, async ({ id, demo }) => {
    for (const [by, content, ...replies] of demoComments[demo.title] ?? []) {
      const { id: parentId } = await addComment(context, authorOf(by), id, { content });
      for (const [who, answer] of replies) await addComment(context, authorOf(who), id, { content: answer, parentId });
    }
  });
}
