import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { pledgeStatus } from './pledge-view.ts';

/** The payment for one pledge and its parts. Amounts are integer cents. */
export const receipt = z.object({
  pledgeId: uuid,
  /** A short number to quote; permanent per pledge. */
  number: z.string(),
  status: pledgeStatus,
  poolTitle: z.string(),
  poolPath: z.string(),
  /** The creator, and the owner of the pool. */
  creatorName: z.string().nullable(),
  startedBy: z.string(),
  paidBy: z.object({ name: z.string(), email: z.string() }),
  amountCents: z.number().int(),
  pledgedAt: z.iso.datetime(),
  paidAt: z.iso.datetime(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /**
   * The parts of the amount that was not refunded; they add up to it. Fees are deducted from the creator's share when the pool completes.
   */
  platformFeePercent: z.number(),
  platformFeeCents: z.number().int(),
  processorCostCents: z.number().int(),
  creatorCents: z.number().int(),
  /** Whether the pool has completed: the fees are deducted, and the rest belongs to the creator. */
  released: z.boolean(),
  /** The end of the quiet period of a delivered pool, until which fans can object; null otherwise. */
  objectUntil: z.iso.datetime().nullable(),
  refundedCents: z.number().int(),
  /** A part of that was refunded in another way than to the card. */
  refundedOutside: z.boolean(),
  /** The time of the last refund. */
  refundedAt: z.iso.datetime().nullable(),
  /** The refunds that an admin made or paid in another way, with the admin's reason, the oldest first. */
  partialRefunds: z.array(
    z.object({ amountCents: z.number().int(), reason: z.string(), refundedAt: z.iso.datetime() }),
  ),
  testMode: z.boolean(),
});
export type Receipt = z.infer<typeof receipt>;

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/pledges/:id/receipt',
  summary: 'Get the receipt of one of my paid or refunded pledges',
  who: 'user',
  params: z.object({ id: uuid }),
  output: receipt,
  errors: ['receipt_none'],
});
