import type { Pool } from '#contract/pools.ts';

/**
 * What is left of a removed pool for a fan who pledged to it: its title, how it ended, and their own pledge. No picture, nothing else
 * that people wrote, and no other fan.
 */
export function removedPoolForFan(pool: Pool): Pool {
  const removal = pool.events.at(-1);
  return {
    ...pool,
    description: '',
    imageUrl: null,
    images: [],
    commentCount: 0,
    recentFans: [],
    hasAccess: false,
    claim: null,
    terms: null,
    events: removal ? [removal] : [],
  };
}
