declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** The creator submitted a delivery. If reviews are on, an admin must decide. */
    'content.submitted': { poolId: string; claimId: string; creatorId: string };
    'content.decided': {
      poolId: string;
      claimId: string;
      creatorId: string;
      status: 'approved' | 'rejected';
      reason: string | null;
    };
    /** A copyright notice disabled the pool's latest delivery. */
    'content.withheld': { poolId: string };
    'objection.made': { poolId: string; objectionId: string; userId: string };
    'objection.decided': {
      poolId: string;
      objectionId: string;
      userId: string;
      status: 'upheld' | 'dismissed';
      answer: string | null;
    };
  }
}

export {};
