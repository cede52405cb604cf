declare module '#server/platform/facts.ts' {
  interface FactMap {
    /** A new account, by form or by Google. */
    'user.registered': { userId: string };
    /** Every session of this person ended (password reset, a Google owner took over); they may have a new one since. */
    'user.sessions_ended': { userId: string };
  }
}

export {};
