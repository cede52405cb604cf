import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { holdingLimit } from '#contract/pledges/pledges.ts';
import { poolClocks } from '#contract/pools/pool-clocks.ts';
import { creatorPermissions } from '#contract/pools/pool-permissions.ts';
import { byUuid, poolCard, poolTerms } from '#contract/pools/pools.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { pageNumber, pagination } from '#contract/values/paging.ts';
import { creatorSummary } from './creators.ts';
import { payoutAccountView } from './payout-account.ts';

/** A request on the creator's dashboard, with the data of its contract card. */
export const creatorRequest = poolCard.extend({
  can: creatorPermissions,
  clocks: poolClocks,
  endedAt: z.iso.datetime().nullable(),
  /** The delivery date plus grace period; then everyone is refunded. Null if no delivery is due. */
  deliveryEndsAt: z.iso.datetime().nullable(),
  /** The admin's reason for sending the last delivery back; empty if none was given, null if none was sent back. */
  sentBackReason: z.string().nullable(),
  /** An open objection to the delivery holds the payout. */
  hasOpenObjection: z.boolean(),
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
  /**
   * The expected sum of the payments: an 80% range, estimated from the card charges that failed so far. Null once
   * collecting has ended.
   */
  expected: z
    .object({
      lowCents: z.number().int(),
      highCents: z.number().int(),
      lowNetCents: z.number().int(),
      highNetCents: z.number().int(),
      /** The charges of this creator's pools that the range is based on, and how many of them were never paid. */
      chargeCount: z.number().int(),
      unpaidCount: z.number().int(),
    })
    .nullable(),
  /** The latest payout date if the creator delivers on time. Null before the creator accepts, while an objection is open and after the pool ends. */
  payoutBy: z.iso.datetime().nullable(),
  /** Whether fans can still join once the pool is delivered. */
  allowsLatePledges: z.boolean(),
  /** Whether the pool was completed, so that the creator received the share in `forecast`, even if an admin removed it later. */
  wasCompleted: z.boolean(),
  /** Identifies the pool's title, description, goal, categories, creator and pictures. Send it when you accept. */
  contentMark: z.string(),
});
export type CreatorRequest = z.infer<typeof creatorRequest>;

export const payoutView = z.object({
  id: uuid,
  poolId: uuid.nullable(),
  poolTitle: z.string().nullable(),
  amountCents: z.number().int(),
  /** Deducted because released money went back to fans. */
  deductedCents: z.number().int(),
  /** Taken back from the payout account after the payout arrived, because released money went back to fans. */
  reversedCents: z.number().int(),
  /**
   * `waiting`: for the payout account, with `heldBack` until the owner of this site has solved something with the processor, or with
   * `onHold` until an admin releases it.
   */
  status: z.enum(['waiting', 'pending', 'in_transit', 'paid', 'failed']),
  heldBack: z.boolean(),
  /** An admin holds the creator's payouts, or the account is suspended. */
  onHold: z.boolean(),
  /** Until when it waits because the payout account has changed; null if it does not. */
  accountHeldUntil: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
});

/** The stages of a creator's pools: waiting for an answer, accepted, ended. */
export const requestStages = ['waiting', 'working', 'ended'] as const;
const requestStage = z.enum(requestStages);
export type RequestStage = z.infer<typeof requestStage>;

/** The first steps of a new creator, and whether each is done. */
export const firstSteps = z.object({
  /** The page has a picture and a text. */
  page: z.boolean(),
  /** The payout account is ready. */
  payouts: z.boolean(),
  /** The creator has saved request terms. */
  terms: z.boolean(),
  /** The creator has pressed "Share". */
  shared: z.boolean(),
  /** The creator has got a request. */
  request: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;
export const firstStepActs = ['shared', 'dismissed'] as const;

export const getCreatorDashboard = endpoint({
  method: 'GET',
  path: '/api/creator/dashboard',
  summary: 'Get open requests, work due, forecast and earnings; the first page of each list',
  who: 'creator',
  output: z.object({
    profile: creatorSummary.nullable(),
    /** Null without a profile, once all are done, and after the creator dismissed them. */
    firstSteps: firstSteps.nullable(),
    payoutsReady: z.boolean(),
    /** The same for adult pools, whose cards another processor may charge. */
    adultPayoutsReady: z.boolean(),
    payoutAccount: payoutAccountView,
    /** The accounts at other processors, such as the one for adult pools, that the creator has started or that money waits for. */
    otherPayoutAccounts: z.array(payoutAccountView),
    /** How long we may hold the money of a pool. Null without a limit. */
    holding: holdingLimit.nullable(),
    /** The same for adult pools. */
    adultHolding: holdingLimit.nullable(),
    requests: z.array(creatorRequest),
    work: z.array(creatorRequest),
    done: z.array(creatorRequest),
    counts: z.object({ waiting: z.number().int(), working: z.number().int(), ended: z.number().int() }),
    earnings: z.object({
      balanceCents: z.number().int(),
      /** Owed because released money went back to fans. The next payouts deduct it. */
      debtCents: z.number().int(),
      inTransitCents: z.number().int(),
      paidOutCents: z.number().int(),
      heldCents: z.number().int(),
    }),
    /** How long collecting takes at most, the quiet period and the response window, in milliseconds. */
    windows: z.object({ collectingMs: z.number().int(), quietMs: z.number().int(), responseMs: z.number().int() }),
  }),
});
export const markFirstSteps = endpoint({
  method: 'POST',
  path: '/api/creator/first-steps',
  summary:
    'Report that I shared my page, or dismiss the list of first steps permanently; repeating the call is harmless',
  who: 'creator',
  body: z.object({ act: z.enum(firstStepActs) }),
  output: z.object({ firstSteps: firstSteps.nullable() }),
});
export const listCreatorRequests = endpoint({
  method: 'GET',
  path: '/api/creator/requests',
  summary: 'List my requests of one stage; those with the nearest deadline first, ended ones newest first',
  who: 'creator',
  scope: 'pools:read',
  query: z.object({ stage: requestStage, page: pageNumber }),
  output: z.object({ items: z.array(creatorRequest), pagination }),
});
export const getCreatorRequest = endpoint({
  method: 'GET',
  path: '/api/creator/requests/:id',
  summary: 'Get one request; null if it is not assigned to me',
  who: 'creator',
  scope: 'pools:read',
  params: byUuid,
  output: z.object({ request: creatorRequest.nullable() }),
});
export const listCreatorPayouts = endpoint({
  method: 'GET',
  path: '/api/creator/payouts',
  summary: 'List my payouts, newest first',
  who: 'creator',
  scope: 'payouts:read',
  query: z.object({ page: pageNumber }),
  output: z.object({ payouts: z.array(payoutView), pagination }),
});
