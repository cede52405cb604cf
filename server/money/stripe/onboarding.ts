import Stripe from 'stripe';
import { payoutCountries } from '#contract/values/payout-countries.ts';
import type { PayoutAccountState, PayoutOnboarding } from '#server/money/card-processor.ts';
import { bankBlockOf } from './bank-payouts.ts';
import { bankPrintOf } from './bank-print.ts';
import type { StripeContext } from './client.ts';
import { answer, createOnce, orNull } from './faults.ts';
import { metadataOf } from './references.ts';

const eea = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IS IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE';

/** Stripe transfers money across borders by self-service only among these. https://docs.stripe.com/connect/account-capabilities#transfers-cross-border */
const corridor = new Set([...eea.split(' '), 'CA', 'CH', 'GB', 'US']);

/**
 * The countries whose creators a platform in `platformCountry` can pay, as ISO codes: its own, and within the corridor all of it. Stripe
 * creates accounts in other countries as well, and refuses only the transfer, after fans have paid.
 */
export function payableCountries(platformCountry: string): readonly string[] {
  if (!corridor.has(platformCountry)) return [platformCountry];
  return payoutCountries.map(([code]) => code).filter((code) => corridor.has(code));
}

type Account = Stripe.V2.Core.Account;

/** The parts of an account that `accountState` reads. */
const include = ['configuration.merchant', 'configuration.recipient', 'requirements'] as const;

const receivesTransfers = { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } };
const takesCards = { capabilities: { card_payments: { requested: true } } };

/**
 * Stripe refuses an account that can only receive transfers unless it has approved the platform for such accounts, or takes them in the
 * account's country. Observed from July to October 2026.
 */
const needsCardPayments = new Set([
  'capability_not_available_without_other_capability',
  'capability_not_available_without_other_capability_in_country',
]);

/**
 * Creators are Accounts v2 with the recipient configuration and Stripe's express dashboard. Nothing is ever charged on their accounts. Card
 * payments are requested only after Stripe has refused an account without them, because onboarding then asks creators for more.
 */
export function onboarding({ stripe }: StripeContext, platformCountry: string): PayoutOnboarding {
  const { accounts, accountLinks } = stripe.v2.core;
  return {
    countries: payableCountries(platformCountry),
    createAccount: ({ userId, email, displayName, country, pageUrl, key }) =>
      answer('createAccount', async () => {
        const params = {
          contact_email: email,
          display_name: displayName,
          dashboard: 'express',
          identity: { country: country.toLowerCase() },
          configuration: { recipient: receivesTransfers },
          defaults: {
            responsibilities: { fees_collector: 'application', losses_collector: 'application' },
            ...(pageUrl && { profile: { business_url: pageUrl } }),
          },
          metadata: metadataOf(`account:${userId}`),
          include: [...include],
        } satisfies Stripe.V2.Core.AccountCreateParams;
        // An account without details is harmless, so a lost one is not looked for.
        const create = (body: Stripe.V2.Core.AccountCreateParams, once: string) =>
          createOnce(
            once,
            (idempotencyKey) => accounts.create(body, { idempotencyKey }),
            async () => null,
          );
        try {
          return { accountRef: (await create(params, key)).id };
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeError) || !needsCardPayments.has(error.code ?? '')) throw error;
        }
        const withCards = { ...params, configuration: { ...params.configuration, merchant: takesCards } };
        return { accountRef: (await create(withCards, `${key}:cards`)).id };
      }),
    startOnboarding: ({ accountRef, returnUrl, refreshUrl }) =>
      answer('startOnboarding', async () => {
        const { url } = await accountLinks.create({
          account: accountRef,
          use_case: {
            type: 'account_onboarding',
            account_onboarding: {
              collection_options: { fields: 'eventually_due' },
              refresh_url: refreshUrl,
              return_url: returnUrl,
            },
          },
        });
        return { url };
      }),
    openDashboard: (accountRef) =>
      answer('openDashboard', async () => {
        const { url } = await stripe.accounts.createLoginLink(accountRef);
        return { url };
      }),
    lookUpAccount: (accountRef) =>
      answer('lookUpAccount', async () => {
        const account = await orNull(accounts.retrieve(accountRef, { include: [...include] }));
        return account && withBank(stripe, account);
      }),
  };
}

/** Bank payouts matter only once transfers reach the account; the bank details, from the first look-up on. */
async function withBank(stripe: Stripe, account: Stripe.V2.Core.Account): Promise<PayoutAccountState> {
  const state = accountState(account);
  if (state.isClosed) return state;
  const [bankBlocked, bankPrint] = await Promise.all([
    state.status === 'ready' ? bankBlockOf(stripe, account) : undefined,
    bankPrintOf(stripe, account.id),
  ]);
  return { ...state, ...(bankBlocked && { bankBlocked }), ...(bankPrint && { bankPrint }) };
}

/** Ready when the capability `stripe_balance.stripe_transfers` is active. */
export function accountState(account: Account): PayoutAccountState {
  const { entries = [], summary } = account.requirements ?? {};
  // Stripe gives one date for the whole account: the soonest of the entries that are due.
  const dueAt = summary?.minimum_deadline?.time ? new Date(summary.minimum_deadline.time) : null;
  const requirements = entries
    .filter((entry) => entry.awaiting_action_from === 'user' && !isForCardsOnly(entry))
    .map(({ description, minimum_deadline }) => ({
      code: description,
      dueAt: minimum_deadline.status === 'eventually_due' ? null : dueAt,
    }));
  return {
    accountRef: account.id,
    status: statusOf(account),
    requirements,
    ...(isClosed(account) && { isClosed: true }),
  };
}

/** Nothing is charged on creators' accounts, so a detail that only card payments need keeps no money back. */
function isForCardsOnly({ impact }: Stripe.V2.Core.Account.Requirements.Entry): boolean {
  const restricted = impact.restricts_capabilities ?? [];
  const isForCards = ({ capability, configuration }: (typeof restricted)[number]) =>
    configuration === 'merchant' && !capability.startsWith('stripe_balance.');
  return restricted.length > 0 && restricted.every(isForCards);
}

const transfersOf = ({ configuration }: Account) =>
  configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers;

const isClosed = (account: Account) => account.closed === true || transfersOf(account)?.status === 'rejected';

function statusOf(account: Account): PayoutAccountState['status'] {
  const capability = transfersOf(account);
  if (isClosed(account) || capability?.status === 'unsupported') return 'restricted';
  if (capability?.status === 'active') return 'ready';
  // A new account is restricted until the creator has entered everything, which is the pending state of the port.
  const isFinal = capability?.status_details.some(({ resolution }) => resolution !== 'provide_info') ?? false;
  return capability?.status === 'restricted' && isFinal ? 'restricted' : 'pending';
}
