declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** A new account, by form or by Google. */
    'user.registered': { userId: string };
    /** Every session of this person ended (password reset, a Google owner took over); they may have a new one since. */
    'user.sessions_ended': { userId: string };
    /**
     * Somebody deletes their account, told first: whoever holds money for them, or owes them some, throws; what they had begun and
     * nobody counts on yet ends.
     */
    'user.leaving': { userId: string };
    /** Then what is known of them goes, or names nobody any more; the row of the account itself follows. */
    'user.left': { userId: string };
  }
}

export {};
