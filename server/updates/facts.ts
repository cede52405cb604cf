declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    'update.posted': { updateId: string };
    'update.removed': {
      updateId: string;
      poolId: string;
      authorId: string;
      byId: string;
      /** An admin deleted it directly or upheld a report, or its author deleted their account. */
      through: 'author' | 'admin' | 'report' | 'account';
    };
  }
}

export {};
