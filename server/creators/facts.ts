declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    'application.made': { applicationId: string; userId: string };
    'application.decided': { applicationId: string; userId: string; status: 'approved' | 'rejected' };
    /** A profile got an owner. Handled within the approval's transaction, so that its live pools are assigned with it. */
    'creator.claimed': { profileId: string; userId: string };
    /** A user claimed a profile; an admin must decide. */
    'creator.claim_made': { claimId: string };
    'creator.claim_decided': { claimId: string };
    /** A code on one of the profile's own pages approved the claim. Handled within its transaction, so that it is audited. */
    'creator.claimed_by_code': { claimId: string; profileId: string; userId: string; page: string; ip: string };
    /** A creator asked to be removed. Handled within the transaction before the profile is deleted, so that nothing refers to it. */
    'creator.removed': { profileId: string; username: string; name: string; removedBy: string; ip: string };
    /** The owner of a verified profile changed its name. */
    'creator.renamed': {
      profileId: string;
      username: string;
      userId: string;
      from: string;
      to: string;
      renameId: string;
    };
  }
}

export {};
