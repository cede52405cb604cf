declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** A creator asks for a pool; an admin has to look now. */
    'pool.claim_made': { claimId: string; poolId: string; userId: string };
    'pool.claim_decided': { claimId: string; poolId: string; userId: string; status: 'approved' | 'rejected' };
  }
}

export {};
