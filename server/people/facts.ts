declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    'user.blocked': { blockerId: string; blockedId: string };
    'user.unblocked': { blockerId: string; blockedId: string };
  }
}

export {};
