import type { PoolStatus } from '#contract/pools/pools.ts';

declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** Published once per transition, including the first one (from null). `moveId` is its row in pool_events. */
    'pool.transitioned': {
      poolId: string;
      from: PoolStatus | null;
      to: PoolStatus;
      event: string;
      reason: string | null;
      actorId: string | null;
      moveId: number;
      /** ISO time of the transition. Absent in jobs that an earlier version queued. */
      at?: string;
    };
    /** The assigned creator has not answered a met goal, and half of the response window has passed or its last day has begun. */
    'pool.response_reminder': { poolId: string; step: 'half' | 'last' };
    /**
     * An accepted pool began to wait for its creator's payout account; once per pool. `isNewlyAccepted`: the creator accepted in the same
     * transaction, so that the notice of that says it.
     */
    'pool.awaits_account': { poolId: string; isNewlyAccepted: boolean };
    /** Half of that wait has passed or its last day has begun. */
    'pool.account_reminder': { poolId: string; step: 'half' | 'last' };
    /** An edit gave a pool whose goal was already met to a creator, who now has the response window to answer. */
    'pool.asks_creator': { poolId: string; creatorId: string };
    /** A pool got a creator who can accept it, by a claim, an approval or an edit. */
    'pool.creator_assigned': {
      poolId: string;
      creatorId: string;
      /** The owner gave the pool to this creator, who did not ask for it. */
      byOwner?: boolean;
    };
    /** A pool that named a profile without a verified owner has its creator now, by an admin's approval. */
    'pool.profile_claimed': { poolId: string; creatorId: string };
    /** The owner edited the title, text, goal, categories, creator or pictures, before anyone else's pledge counted. */
    'pool.content_changed': { poolId: string; ownerId: string };
    /** The target creator left the site; the pool still needs a creator. */
    'pool.asks_no_one': { poolId: string };
    /** The creator of a completed pool is deleting their account, or an admin took the profile back from them. The pool takes no late pledges, and unpaid ones end. */
    'pool.late_pledges_ended': { poolId: string; why: 'left' | 'taken_back' };
    /** A pool was frozen. Handlers close its open pages and attempts at the card processor. */
    'pool.frozen': { poolId: string };
    /**
     * A pool has waited for an admin for half of the time that it may, or longer. `until`: when everyone is refunded (ISO time).
     * `reminder`: the id of this reminder. Repeated after each further eighth of the time.
     */
    'pool.waits': {
      poolId: string;
      kind: 'frozen' | 'review' | 'held';
      since: string;
      until: string;
      reminder: string;
    };
    /** A pool was unfrozen; all its deadlines moved by this time. `actorId` is null if a clock unfroze it. */
    'pool.clocks_shifted': { poolId: string; byMs: number; actorId: string | null };
    /** A creator claimed a pool; an admin has to decide. */
    'pool.claim_made': { claimId: string; poolId: string; userId: string };
    'pool.claim_decided': { claimId: string; poolId: string; userId: string; status: 'approved' | 'rejected' };
  }
}
