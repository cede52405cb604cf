import { poolIdPath } from '#contract/pool-path.ts';
import type { Pool, PoolCard } from '#contract/pools.ts';
import { maskAdultCreator } from '#server/creators/creator.ts';

const maskedTitle = 'Adult pool';

/**
 * What is left of an adult pool for someone who has not passed the age gate: that it is one, and its figures. No word and no
 * picture that people gave it, its address included.
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

/** `path` is the address under which the visitor asked: it tells them nothing new, and there is no other to send them to. */
export function maskAdultPool(pool: Pool, path?: string): Pool {
  if (!pool.adult) return pool;
  const masked = maskAdultCard(pool, path);
  return {
    ...masked,
    titleWithHash: pool.id,
    endReason: null,
    events: pool.events.map((event) => ({ ...event, reason: null })),
    myPledge: pool.myPledge && { ...pool.myPledge, poolTitle: masked.title, poolPath: masked.canonicalPath },
  };
}
