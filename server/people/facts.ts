declare module '#server/platform/facts.ts' {
  interface FactMap {
    'user.blocked': { blockerId: string; blockedId: string };
    'user.unblocked': { blockerId: string; blockedId: string };
  }
}

export {};
