import { z } from 'zod';
import { pledgeStatuses } from '#contract/pledges/pledge-status.ts';
import { poolStatuses } from '#contract/pools/pool-status.ts';
import { uuid } from '#contract/values/field-schemas.ts';

export const pledgeStatus = z.enum(pledgeStatuses);

/** The actions that a fan may take on a pledge at the moment of the answer, by the policies that the actions use. An action decides again. */
const pledgePermissions = z.object({
  change: z.boolean(),
  withdraw: z.boolean(),
  /** Continue to the page that saves its card, or takes the money of a late pledge. */
  setUp: z.boolean(),
  /** Pay it now. */
  pay: z.boolean(),
  replaceCard: z.boolean(),
});
export type PledgePermissions = z.infer<typeof pledgePermissions>;

/** A pledge as its owner sees it. Amounts are integer cents. */
export const pledgeView = z.object({
  id: uuid,
  poolId: uuid,
  poolTitle: z.string(),
  poolPath: z.string(),
  poolStatus: z.enum(poolStatuses),
  /** The pool is an adult pool, for which another card may be needed. */
  adult: z.boolean(),
  amount: z.number().int(),
  amountCents: z.number().int(),
  status: pledgeStatus,
  can: pledgePermissions,
  anonymous: z.boolean(),
  createdAt: z.iso.datetime(),
  /** The last moment at which a notified pledge can be paid. */
  dueAt: z.iso.datetime().nullable(),
  paidAt: z.iso.datetime().nullable(),
  /** When all of it was refunded. */
  refundedAt: z.iso.datetime().nullable(),
  /** The refunded part of a paid pledge, or all of it. */
  refundedCents: z.number().int(),
  /** A part of that was refunded in another way than to the card. */
  refundedOutside: z.boolean(),
  /** The processor's message about why the card was not charged, and what the fan can do. */
  declineReason: z.string().nullable(),
  /** soft: the same card may work later; hard: it will not; needs_action: the fan must approve the payment. */
  declineKind: z.enum(['soft', 'hard', 'needs_action']).nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** The last day of the card, if it expires before the pool can be collected; null otherwise. */
  cardExpiresOn: z.iso.date().nullable(),
  dismissed: z.boolean(),
  /** This pledge met the pool's goal. */
  metGoal: z.boolean(),
  /** The pool holds no money anymore. A paid pledge has gone to the creator. */
  poolCompleted: z.boolean(),
  /** The end of the quiet period of a delivered pool, until which fans can object; null otherwise. */
  objectUntil: z.iso.datetime().nullable(),
});
export type PledgeView = z.infer<typeof pledgeView>;
