import { createHash } from 'node:crypto';
import type { PoolCard } from '#contract/pools/pools.ts';

/** A hash of the content that a person reads before they decide about a pool. Pass a card that is not masked. */
export function contentMark({
  title,
  description,
  fundingGoal,
  categories,
  creatorProfileId,
  images,
}: PoolCard): string {
  const names = categories.map(({ category }) => category.name);
  const pictures = images.map(({ mediaUrl }) => mediaUrl);
  return createHash('sha256')
    .update(JSON.stringify([title, description, fundingGoal, names, creatorProfileId, pictures]))
    .digest('base64url');
}
