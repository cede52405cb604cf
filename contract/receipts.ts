import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pledgeStatus } from './pledge-view.ts';

/** What was paid for one pledge and where it goes. Amounts are integer cents. */
export const receipt = z.object({
  pledgeId: z.uuid(),
  /** Short enough to be read out; the same for as long as the pledge exists. */
  number: z.string(),
  status: pledgeStatus,
  poolTitle: z.string(),
  poolPath: z.string(),
  /** Who makes it, and who started the pool. */
  creatorName: z.string().nullable(),
  startedBy: z.string(),
  paidBy: z.object({ name: z.string(), email: z.string() }),
  amountCents: z.number().int(),
  pledgedAt: z.iso.datetime(),
  paidAt: z.iso.datetime(),
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** The amount's parts: they sum to it. Taken from the creator's side, and only once the pool is completed. */
  platformFeePercent: z.number(),
  platformFeeCents: z.number().int(),
  processorCostCents: z.number().int(),
  creatorCents: z.number().int(),
  /** The fees were taken and the rest is the creator's. */
  released: z.boolean(),
  /** The pool is delivered, and until then fans can object; null before and after. */
  objectUntil: z.iso.datetime().nullable(),
  refundedCents: z.number().int(),
  refundedAt: z.iso.datetime().nullable(),
  testMode: z.boolean(),
});
export type Receipt = z.infer<typeof receipt>;

export const getReceipt = endpoint({
  method: 'GET',
  path: '/api/pledges/:id/receipt',
  summary: 'The receipt of one of my pledges that was paid, refunded ones included',
  who: 'user',
  params: z.object({ id: z.uuid() }),
  output: receipt,
  errors: ['receipt_none'],
});
