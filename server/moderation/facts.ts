declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    'report.made': { reportId: string; poolId: string | null };
  }
}

export {};
