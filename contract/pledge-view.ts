import { z } from 'zod';

export const pledgeStatuses = [
  'setup_pending',
  'pledged',
  'charging',
  'notified',
  'paid',
  'withdrawn',
  'released',
  'dropped',
  'refund_pending',
  'refunded',
  'disputed',
  'dispute_lost',
] as const;
export const pledgeStatus = z.enum(pledgeStatuses);
export type PledgeStatus = z.infer<typeof pledgeStatus>;

/** One of these a fan and pool at a time; the first four and paid count toward the pledged amount, setup_pending does not. */
export const livePledgeStatuses: readonly PledgeStatus[] = ['setup_pending', 'pledged', 'charging', 'notified', 'paid'];
/** What a total counts: verified and not given back. */
export const countedPledgeStatuses: readonly PledgeStatus[] = ['pledged', 'charging', 'notified', 'paid'];

/** A pledge as its owner sees it. Amounts are integer cents. */
export const pledgeView = z.object({
  id: z.uuid(),
  poolId: z.uuid(),
  poolTitle: z.string(),
  poolPath: z.string(),
  amount: z.number().int(),
  amountCents: z.number().int(),
  status: pledgeStatus,
  anonymous: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Until when a notified pledge can be paid. */
  dueAt: z.iso.datetime().nullable(),
  paidAt: z.iso.datetime().nullable(),
  refundedAt: z.iso.datetime().nullable(),
  /** Why the card was not charged, in the processor's words for people. */
  declineReason: z.string().nullable(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  dismissed: z.boolean(),
  /** Nothing is held for its pool any more. What is still paid then went to the creator. */
  poolCompleted: z.boolean(),
  /** Its pool is delivered, and until then fans can object; null before and after. */
  objectUntil: z.iso.datetime().nullable(),
});
export type PledgeView = z.infer<typeof pledgeView>;
