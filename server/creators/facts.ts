declare module '#server/platform/facts.ts' {
  interface FactMap {
    'application.made': { applicationId: string; userId: string };
    'application.decided': { applicationId: string; userId: string; status: 'approved' | 'rejected' };
    /** A profile has an owner from now on; told within the approval, so that its live pools are assigned at the same instant. */
    'creator.claimed': { profileId: string; userId: string };
  }
}

export {};
