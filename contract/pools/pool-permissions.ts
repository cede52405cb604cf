import { z } from 'zod';

/**
 * The actions that the caller may take on a pool at the moment of the answer, by the policies that the actions use. An action decides
 * again, also by the content that the caller sends. A visitor is judged like a new person who passes the age gate.
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

/** Why a person cannot pledge to a pool, whatever the amount: codes of contract/errors.ts. */
export const pledgeRefusals = [
  'not_found',
  'pool_adult_unfundable',
  'age_gate',
  'pool_frozen',
  'creator_suspended',
  'pool_closed',
  'own_request',
  'suspended',
  'pledge_exists',
] as const;
export type PledgeRefusal = (typeof pledgeRefusals)[number];
