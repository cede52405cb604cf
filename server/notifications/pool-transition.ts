import type { PoolStatus } from '#contract/pools/pools.ts';
import type { Notice } from './notice.ts';
import type { PledgeRow } from './notice-pools.sql.ts';

/** The notice of a pool's transition for each audience. An absent audience gets none. */
export interface PoolNotices {
  /** The notice names the fan's own money. */
  fans?: (pledge: PledgeRow) => Notice;
  /**
   * `access`: fans who may see the delivery. `access_without_objection`: of these, the ones who have no upheld objection to it. By default,
   * all fans who pledged.
   */
  fansOnly?: 'access' | 'access_without_objection';
  /** People who have another notice about the same transition. */
  fansExcept?: readonly (string | null)[];
  /** Fans get it at most once per pool, however often the pool reaches this status. */
  fansOnce?: true;
  /**
   * For people who follow the pool and do not get the notice for fans. Names only what everyone may see. The same kind as the notice for
   * fans, so that a person who pledges meanwhile gets one of them.
   */
  followers?: Notice;
  /** Names the owner's own money when they pledged. */
  owner?: (pledge: PledgeRow | undefined) => Notice;
  creator?: Notice;
  admins?: Notice;
}

/** A pool's change from one status to another. */
export interface PoolTransition {
  from: PoolStatus | null;
  to: PoolStatus;
  /**
   * The event that changed the pool (`PoolEvent['type']`). From `accepted` to `accepted`, the pool began to wait for its creator's payout
   * account: `awaits_account`, or `accepted_awaiting` if the creator accepted in the same moment.
   */
  event: string;
  reason: string | null;
}
