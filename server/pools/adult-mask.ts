import { type Text, textOf } from '#contract/language/text.ts';
import { maskedPoolTitle } from '#contract/pools/masked-title.ts';
import { poolIdPath } from '#contract/pools/pool-path.ts';
import type { Pool, PoolCard } from '#contract/pools/pools.ts';
import { maskAdultCreator } from '#server/creators/creator.ts';
import { type AdultViewer, isAgeGated } from '#server/platform/http/adult-gate.ts';

export const maskedTitle = (): Text => textOf(maskedPoolTitle);

/**
 * Masks an adult pool for a viewer who does not see adult content. Keeps only its figures and the fact that it is adult. Removes all
 * texts and pictures from users, including the words in its path.
 */
export function maskAdultCard<Card extends PoolCard>(
  viewer: AdultViewer,
  card: Card,
  path = poolIdPath(card.id),
): Card {
  if (!isAgeGated(viewer, card)) return card;
  return {
    ...card,
    title: maskedTitle(),
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
export function maskAdultPool(viewer: AdultViewer, pool: Pool, path?: string): Pool {
  if (!isAgeGated(viewer, pool)) return pool;
  const masked = maskAdultCard(viewer, pool, path);
  return {
    ...masked,
    titleWithHash: pool.id,
    language: null,
    contentMark: '',
    endReason: null,
    events: pool.events.map((event) => ({ ...event, reason: null })),
    myPledge: pool.myPledge && { ...pool.myPledge, poolTitle: masked.title, poolPath: masked.canonicalPath },
  };
}
