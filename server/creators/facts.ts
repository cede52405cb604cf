import type { ClaimDoubt } from '#contract/claims.ts';

declare module '#server/platform/jobs/facts.ts' {
  interface FactMap {
    'application.made': { applicationId: string; userId: string };
    'application.decided': { applicationId: string; userId: string; status: 'approved' | 'rejected' };
    /** A profile has an owner, and an admin has verified who they are. Handled within the approval's transaction, so that its live pools are assigned with it. `wasVerified`: an old code had verified them, so that the approval changes nothing that others see. */
    'creator.claimed': { profileId: string; userId: string; wasVerified?: boolean };
    /** A user claimed a profile; an admin must decide. */
    'creator.claim_made': { claimId: string };
    /** `wasVerified`: as in `creator.claimed`. */
    'creator.claim_decided': { claimId: string; wasVerified?: boolean };
    /**
     * The code of a claim was found on one of the profile's pages, and an admin has to look at it: before the profile is the claimant's
     * (`handedOver` false), or after the code gave it to them. Handled within its transaction, so that it is audited.
     */
    'creator.code_found': {
      claimId: string;
      profileId: string;
      userId: string;
      page: string;
      ip: string;
      doubts: ClaimDoubt[];
      handedOver: boolean;
    };
    /** An admin rejected the claim of a person who is the owner by a code. Handled within its transaction, before the profile is taken. */
    'creator.taken_back': { profileId: string; userId: string };
    /** A profile that was added or renamed has a name that looks like that of verified creators. */
    'creator.imitates': { profileId: string; name: string; username: string; imitated: string[]; occasion: string };
    /** A creator asked to be removed. Handled within the transaction before the profile is deleted, so that nothing refers to it. */
    'creator.removed': { profileId: string; username: string; name: string; removedBy: string; ip: string };
    /** Someone began to follow a profile that has an owner. */
    'creator.followed': { profileId: string; ownerId: string; userId: string };
    /** The creator takes requests again after a vacation. */
    'creator.reopened': { profileId: string };
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
