import { z } from 'zod';
import { creatorSummary } from './creators.ts';
import { endpoint } from './endpoint.ts';
import { poolCard, poolClocks, poolTerms } from './pools.ts';

/** A request on the creator's dashboard, with the data of its contract card. */
export const creatorRequest = poolCard.extend({
  clocks: poolClocks,
  /** The delivery date plus grace period; then everyone is refunded. Null if no delivery is due. */
  deliveryEndsAt: z.iso.datetime().nullable(),
  /** The admin's reason for sending the last delivery back; empty if none was given, null if none was sent back. */
  sentBackReason: z.string().nullable(),
  terms: poolTerms.nullable(),
  feePercent: z.number(),
  /** The creator's share of the goal, or of the paid sum once collected. The processor cost is an estimate until charged. */
  forecast: z.object({
    paidCents: z.number().int(),
    platformFeeCents: z.number().int(),
    processorCostCents: z.number().int(),
    netCents: z.number().int(),
    estimated: z.boolean(),
  }),
});
export type CreatorRequest = z.infer<typeof creatorRequest>;

export const payoutView = z.object({
  id: z.uuid(),
  poolId: z.uuid().nullable(),
  poolTitle: z.string().nullable(),
  amountCents: z.number().int(),
  status: z.enum(['pending', 'in_transit', 'paid', 'failed']),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});

export const getCreatorDashboard = endpoint({
  method: 'GET',
  path: '/api/creator/dashboard',
  summary: 'Get open requests, work due, forecast and earnings',
  who: 'creator',
  output: z.object({
    profile: creatorSummary.nullable(),
    payoutsReady: z.boolean(),
    requests: z.array(creatorRequest),
    work: z.array(creatorRequest),
    done: z.array(creatorRequest),
    earnings: z.object({
      balanceCents: z.number().int(),
      inTransitCents: z.number().int(),
      paidOutCents: z.number().int(),
      heldCents: z.number().int(),
    }),
  }),
});
export const listCreatorPayouts = endpoint({
  method: 'GET',
  path: '/api/creator/payouts',
  summary: 'List my payouts, newest first',
  who: 'creator',
  output: z.object({ payouts: z.array(payoutView) }),
});
