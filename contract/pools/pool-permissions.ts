import { z } from 'zod';

/**
 * The actions that the caller may take on a pool at the moment of the answer, by the policies that the actions use. An action decides
 * again, also by the content that the caller sends. A visitor is judged like a new person who passes the age gate. The state of the
 * creator's payout account is not part of this, nor of the permissions of a pledge: only the payment asks for it, and may then be refused
 * with `creator_not_payable`.
 */
export const poolPermissions = z.object({
  /** Pledge an amount whose card is charged later. */
  pledge: z.boolean(),
  /** Pledge to the delivered pool, which charges the card at once. */
  pledgeLate: z.boolean(),
  edit: z.boolean(),
  cancel: z.boolean(),
  /** Claim it as the creator who will make it. */
  claim: z.boolean(),
  postUpdates: z.boolean(),
  report: z.boolean(),
});
export type PoolPermissions = z.infer<typeof poolPermissions>;

/** The same for the creator of a pool, on the dashboard. */
export const creatorPermissions = z.object({
  /** Accept it, with some terms; once accepted, start below the goal. */
  accept: z.boolean(),
  decline: z.boolean(),
  proceed: z.boolean(),
  giveUp: z.boolean(),
  deliver: z.boolean(),
  setLatePledges: z.boolean(),
});
export type CreatorPermissions = z.infer<typeof creatorPermissions>;
