import { poolIdPath } from '#contract/pools/pool-path.ts';
import type { Pool, PoolCard } from '#contract/pools/pools.ts';
import { maskAdultCreator } from '#server/creators/creator.ts';

export const maskedTitle = 'Adult pool';

/**
 * Masks an adult pool for a viewer who has not passed the age gate. Keeps only its figures and the fact that it is adult. Removes all
 * texts and pictures from users, including the words in its path.
 */
export function maskAdultCard<Card extends PoolCard>(card: Card, path = poolIdPath(card.id)): Card {
  if (!card.adult) return card;
  return {
    ...card,
    title: maskedTitle,
    slug: card.id,
    description: '',
    imageUrl: null,
    images: [],
    canonicalPath: path,
    targetCreator: card.targetCreator && maskAdultCreator(card.targetCreator),
    creatorProfile: card.creatorProfile && maskAdultCreator(card.creatorProfile),
  };
}

/** `path` is the path that the visitor requested. It reveals nothing new, and the canonical path would reveal the title. */
export function maskAdultPool(pool: Pool, path?: string): Pool {
  if (!pool.adult) return pool;
  const masked = maskAdultCard(pool, path);
  return {
    ...masked,
    titleWithHash: pool.id,
    contentMark: '',
    endReason: null,
    events: pool.events.map((event) => ({ ...event, reason: null })),
    myPledge: pool.myPledge && { ...pool.myPledge, poolTitle: masked.title, poolPath: masked.canonicalPath },
  };
}
