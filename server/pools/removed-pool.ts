import type { Pool } from '#contract/pools/pools.ts';
import { noPermissions } from './pool-permissions.ts';

/**
 * A removed pool as a fan who pledged to it sees it: its title, how it ended, their own pledge, and whether they can still open the
 * delivery. Without pictures, other texts and other fans.
 */
export function removedPoolForFan(pool: Pool): Pool {
  const removal = pool.events.at(-1);
  return {
    ...pool,
    description: '',
    imageUrl: null,
    images: [],
    commentCount: 0,
    updateCount: 0,
    recentFans: [],
    atEnd: null,
    claim: null,
    can: noPermissions,
    terms: null,
    events: removal ? [removal] : [],
  };
}
