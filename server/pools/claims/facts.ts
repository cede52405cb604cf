declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** A creator claimed a pool; an admin has to decide. */
    'pool.claim_made': { claimId: string; poolId: string; userId: string };
    'pool.claim_decided': { claimId: string; poolId: string; userId: string; status: 'approved' | 'rejected' };
  }
}

export {};
