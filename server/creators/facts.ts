declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    'application.made': { applicationId: string; userId: string };
    'application.decided': { applicationId: string; userId: string; status: 'approved' | 'rejected' };
    /** A profile has an owner from now on; told within the approval, so that its live pools are assigned at the same instant. */
    'creator.claimed': { profileId: string; userId: string };
    /** Somebody says that a profile is theirs; an admin has to look now. */
    'creator.claim_made': { claimId: string };
    'creator.claim_decided': { claimId: string };
    /** A creator asked to be left out; told within, before the profile goes, so that nothing refers to it at that instant. */
    'creator.removed': { profileId: string; username: string; name: string; removedBy: string; ip: string };
  }
}

export {};
