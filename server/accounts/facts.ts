declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    /** An account was created: by the person (`signUp`: the form or Google), or by an admin command or demo data. */
    'user.registered': { userId: string; signUp: boolean };
    /** All sessions of this person ended (password change or reset, Google takeover, an admin, account deletion). They may have opened a new one since. */
    'user.sessions_ended': { userId: string };
    /** A person is no longer an admin, or no longer a creator. */
    'user.role_ended': { userId: string };
    /** An admin suspended a person, or changed the suspension. `until` is an ISO time, or null without an end. */
    'user.suspended': { userId: string; reason: string | null; until: string | null; at: number };
    /** An admin lifted a suspension and gave the person a reason, or its end has come. `by` is the admin; without id the operator. */
    'user.suspension_lifted': { userId: string; at: number; by?: { adminId: string | null; reason: string } };
    /**
     * A person is deleting their account. Handlers throw if they hold money for the person or owe them money. They end what the
     * person started if no one else depends on it yet.
     */
    'user.leaving': { userId: string };
    /** Published after `user.leaving`. Handlers delete or anonymize the person's data; the user row is erased afterward. */
    'user.left': { userId: string };
  }
}

export {};
