import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { t } from '#contract/language/text.ts';
import { byUuid } from '#contract/pools/pools.ts';

/** A creator's payout account at the card processor. */
export const payoutAccountView = z.object({
  /**
   * `missing`: the creator has not started the setup. `pending`: the creator has not entered everything, or the processor is checking
   * it. `restricted`: the processor no longer pays out to it. `closed`: the processor ended it permanently, and the creator may set up
   * another one.
   */
  state: z.enum(['ready', 'pending', 'restricted', 'closed', 'missing']),
  processor: z.string(),
  /** Whether the processor asks creators for their details; false if every creator has an account from the start. */
  needsSetup: z.boolean(),
  /** ISO 3166-1 alpha-2; null before the setup. */
  country: z.string().nullable(),
  /** The countries that the processor can pay, ISO 3166-1 alpha-2; empty if it needs no setup. */
  countries: z.array(z.string()),
  /** The details that the processor asks for, in its own terms, the most urgent first. */
  requirements: z.array(z.object({ code: z.string(), dueAt: z.iso.datetime().nullable() })),
  /** Payouts that failed and were credited to the balance again. */
  failedCount: z.number().int(),
  /** The sum of the payouts that wait for the account. */
  waitingCents: z.number().int(),
  /** Set while the processor does not send the account's balance to the creator's bank; `reason` in its words. */
  bankBlocked: z.object({ reason: z.string().nullable() }).nullable(),
  /** The processor refuses to create the account for a reason that the owner of this site must solve. We try again on our own. */
  setupWaitsForOperator: z.boolean(),
  /** The sum of the transfers that wait until the owner of this site has solved something with the processor. */
  heldBackCents: z.number().int(),
  /** Until when payouts wait because this account or its bank details have changed; null if they do not. */
  changeHoldUntil: z.iso.datetime().nullable(),
});
export type PayoutAccountView = z.infer<typeof payoutAccountView>;

const atProcessor = z.object({ processor: z.string().max(40) });
const hostedPage = z.object({ url: z.string() });

export const startPayoutSetup = endpoint({
  method: 'POST',
  path: '/api/creator/payout-account/setup',
  summary: 'Start or continue setting up my payouts; returns the page of the card processor, which works once',
  who: 'creator',
  body: atProcessor.extend({
    /** Needed once for each account. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, { error: () => t`Choose your country` })
      .optional(),
  }),
  output: hostedPage,
  errors: ['conflict', 'card_processor_unavailable'],
  freshProof: true,
});
export const openPayoutDashboard = endpoint({
  method: 'POST',
  path: '/api/creator/payout-account/dashboard',
  summary: "Open the card processor's dashboard for my payouts; returns its page, which works once",
  who: 'creator',
  body: atProcessor,
  output: hostedPage,
  errors: ['conflict', 'payouts_not_ready', 'card_processor_unavailable'],
  freshProof: true,
});
export const refreshPayoutAccount = endpoint({
  method: 'POST',
  path: '/api/creator/payout-account/refresh',
  summary: 'Look my payout account up at the card processor',
  who: 'creator',
  body: atProcessor,
  output: payoutAccountView,
  errors: ['conflict', 'card_processor_unavailable'],
});
export const retryPayout = endpoint({
  method: 'POST',
  path: '/api/creator/payouts/:id/retry',
  summary: 'Send one of my failed payouts again',
  who: 'creator',
  params: byUuid,
  output: z.object({ ok: z.literal(true) }),
  errors: ['payouts_not_ready', 'payouts_held', 'conflict'],
});

/** Where a processor sends the creator back: after the setup, and when its page has expired. */
export const payoutSetupPath = (reason: 'done' | 'again', processor: string) =>
  `/dashboard?payout-setup=${reason}&processor=${processor}`;
