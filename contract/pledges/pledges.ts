import { z } from 'zod';
import { creatorSummary } from '#contract/creators/creators.ts';
import { endpoint } from '#contract/endpoint.ts';
import { t } from '#contract/language/text.ts';
import { limits } from '#contract/limits.ts';
import { poolCard } from '#contract/pools/pools.ts';
import { uuid } from '#contract/values/field-schemas.ts';
import { formatMoney } from '#contract/values/money.ts';
import { pledgeStatus, pledgeView } from './pledge-view.ts';

/** An amount that a fan enters. The server also checks the operator's minimum (MIN_PLEDGE_CENTS). */
export const pledgeAmount = z
  .int({ error: () => t`Amount must be a whole number of cents` })
  .min(1, { error: () => t`Amount must be more than zero` })
  .max(limits.pledgeCents.max, {
    error: () => t`The maximum pledge is ${{ amount: formatMoney(limits.pledgeCents.max) }}`,
  });

const byPledge = z.object({ id: uuid });

export const pledgeToPool = endpoint({
  method: 'POST',
  path: '/api/pools/:poolId/pledges',
  summary: 'Pledge. Returns the URL for saving a card. Repeating the requestKey returns the same pledge',
  who: 'user',
  params: z.object({ poolId: uuid }),
  body: z.object({
    amountCents: pledgeAmount,
    requestKey: z
      .string({ error: () => t`A request key is required` })
      .min(1, { error: () => t`A request key is required` })
      .max(100, { error: () => t`A request key can have at most 100 characters` }),
    anonymous: z.boolean().optional(),
    useSavedCard: z.boolean().optional(),
    /** The pool's `contentMark` that the fan saw. A pledge to other content is refused. */
    contentMark: z.string().max(100).optional(),
  }),
  output: z.object({ pledge: pledgeView, setup: z.object({ url: z.string() }).optional() }),
  status: 201,
  errors: [
    'own_request',
    'email_unconfirmed',
    'creator_suspended',
    'pledge_exists',
    'pool_closed',
    'pool_frozen',
    'pool_state',
    'pool_adult_unfundable',
    'age_gate',
    'no_saved_card',
    'request_key_reused',
    'creator_not_payable',
    'card_processor_unavailable',
  ],
});
export const changePledge = endpoint({
  method: 'PATCH',
  path: '/api/pledges/:id',
  summary: 'Change the amount until the pool starts collecting',
  who: 'user',
  params: byPledge,
  body: z.object({ amountCents: pledgeAmount, anonymous: z.boolean().optional() }),
  output: pledgeView,
  errors: ['pledge_locked', 'pool_frozen'],
});
export const withdrawPledge = endpoint({
  method: 'DELETE',
  path: '/api/pledges/:id',
  summary: 'Withdraw until the pool starts collecting',
  who: 'user',
  params: byPledge,
  output: pledgeView,
  errors: ['pledge_locked', 'pool_frozen'],
});
/** The figures, the picture and the creator of a pledge's pool. */
export const backedPool = poolCard
  .pick({
    id: true,
    imageUrl: true,
    categories: true,
    fundingGoal: true,
    pledgedAmount: true,
    currentAmount: true,
    deadline: true,
    frozen: true,
  })
  .extend({
    /** The target creator, else the creator who claimed the pool; null without either. */
    creator: creatorSummary.pick({ username: true, displayName: true, avatarUrl: true, status: true }).nullable(),
  });
export type BackedPool = z.infer<typeof backedPool>;

/** A pledge in the list of all. `pool` is null for a removed pool. */
export const listedPledge = pledgeView.extend({ pool: backedPool.nullable() });
export type ListedPledge = z.infer<typeof listedPledge>;

export const listMyPledges = endpoint({
  method: 'GET',
  path: '/api/user/pledges',
  summary: 'List my pledges, newest first; status=notified lists payments due',
  who: 'user',
  scope: 'pools:read',
  query: z.object({ status: pledgeStatus.optional() }),
  output: z.array(listedPledge),
});
export const listBackedPools = endpoint({
  method: 'GET',
  path: '/api/user/backed-pools',
  summary: 'List my newest live pledges, at most eight, with the number of all',
  who: 'user',
  scope: 'pools:read',
  output: z.object({ total: z.int(), pledges: z.array(listedPledge) }),
});
export const getPledge = endpoint({
  method: 'GET',
  path: '/api/pledges/:id',
  summary: 'Get one of my pledges',
  who: 'user',
  params: byPledge,
  output: pledgeView,
});
export const dismissPledge = endpoint({
  method: 'POST',
  path: '/api/pledges/:id/dismiss',
  summary: 'Hide the payment notice until the next reminder; neither pays nor cancels',
  who: 'user',
  params: byPledge,
  output: pledgeView,
  errors: ['nothing_due'],
});
export const payPledge = endpoint({
  method: 'POST',
  path: '/api/pledges/:id/pay',
  summary: 'Pay a pledge that is due: charges the saved card immediately, or returns the URL of the hosted page',
  who: 'user',
  params: byPledge,
  body: z.strictObject({ useSavedCard: z.boolean().optional() }).optional(),
  output: z.object({ status: pledgeStatus, url: z.string().optional() }),
  errors: [
    'nothing_due',
    'pool_frozen',
    'pool_adult_unfundable',
    'email_unconfirmed',
    'creator_not_payable',
    'card_processor_unavailable',
  ],
});

/** A saved card, for the pledge box and the payment page. */
export const savedCard = z.object({
  id: uuid,
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
  /** The pools that it can pay for: adult pools may have another card processor. */
  pools: z.enum(['all', 'adult', 'other']),
});
export type SavedCard = z.infer<typeof savedCard>;
export const listSavedCards = endpoint({
  method: 'GET',
  path: '/api/user/cards',
  summary: 'List my saved cards, newest first',
  who: 'user',
  output: z.array(savedCard),
});
export const removeSavedCard = endpoint({
  method: 'DELETE',
  path: '/api/user/cards/:id',
  summary: 'Remove a saved card; refused while a live pledge uses it',
  who: 'user',
  params: byPledge,
  output: z.object({ ok: z.literal(true) }),
  errors: ['pledge_locked'],
});
/** The fees, limits and windows that the interface states before a decision. */
export const holdingLimit = z.object({ limitDays: z.number().int(), longestDeliveryDays: z.number().int() });

export const getMoneyTerms = endpoint({
  method: 'GET',
  path: '/api/money-terms',
  summary: 'Get the fees, limits and windows of this installation',
  who: 'anyone',
  scope: 'pools:read',
  output: z.object({
    platformFeePercent: z.number(),
    minPledgeCents: z.number().int(),
    maxPledgeCents: z.number().int(),
    paymentWindowMs: z.number(),
    responseWindowMs: z.number(),
    quietPeriodMs: z.number(),
    /** A pledge without a verified card is released after this time. */
    setupWindowMs: z.number(),
    shortfallWindowMs: z.number(),
    /** How long a pool may wait for an admin before everyone is refunded: while frozen, for a review, and with its payout held back. */
    waitingLimitMs: z.object({ frozen: z.number(), review: z.number(), held: z.number() }),
    deliveryGraceMs: z.number(),
    reminderIntervalMs: z.number(),
    fundingWindowMs: z.object({ min: z.number(), max: z.number() }),
    /** Whether an admin reviews each delivery before fans see it. */
    deliveryReview: z.enum(['manual', 'auto']),
    /** How long the card processor lets us hold money, and the longest delivery time that fits; null without a limit. */
    holding: holdingLimit.nullable(),
    testMode: z.boolean(),
    adultContent: z.boolean(),
  }),
});

export const replacePledgeCard = endpoint({
  method: 'POST',
  path: '/api/pledges/:id/card',
  summary: 'Get the URL of a page that saves a new card for this pledge and every other pledge with the same card',
  who: 'user',
  params: z.object({ id: uuid }),
  output: z.object({ url: z.string() }),
  errors: ['pledge_locked', 'pool_adult_unfundable', 'email_unconfirmed', 'card_processor_unavailable'],
});
