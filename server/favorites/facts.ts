declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** A pool that the person follows closes within 24 hours. Published once per person and pool. */
    'pool.saved_closing': { userId: string; poolId: string };
  }
}

export {};
