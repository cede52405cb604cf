import type Stripe from 'stripe';
import type { PayoutAccountState, PayoutOnboarding } from '#server/money/card-processor.ts';
import type { StripeContext } from './client.ts';
import { answer, createOnce, orNull } from './faults.ts';
import { metadataOf } from './references.ts';

/** Creators are Accounts v2 with the recipient configuration and Stripe's express dashboard. */
export function onboarding({ stripe }: StripeContext): PayoutOnboarding {
  const { accounts, accountLinks } = stripe.v2.core;
  return {
    createAccount: ({ userId, email, displayName, country, key }) =>
      answer('createAccount', async () => {
        const params: Stripe.V2.Core.AccountCreateParams = {
          contact_email: email,
          display_name: displayName,
          dashboard: 'express',
          identity: { country: country.toLowerCase() },
          configuration: { recipient: { capabilities: { stripe_balance: { stripe_transfers: { requested: true } } } } },
          defaults: { responsibilities: { fees_collector: 'application', losses_collector: 'application' } },
          metadata: metadataOf(`account:${userId}`),
          include: ['configuration.recipient', 'requirements'],
        };
        // An account without details is harmless, so a lost one is not looked for.
        const create = (idempotencyKey: string) => accounts.create(params, { idempotencyKey });
        const { id } = await createOnce(key, create, async () => null);
        return { accountRef: id };
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
        const account = await orNull(
          accounts.retrieve(accountRef, { include: ['configuration.recipient', 'requirements'] }),
        );
        return account && accountState(account);
      }),
  };
}

/** Ready when the capability `stripe_balance.stripe_transfers` is active. */
export function accountState(account: Stripe.V2.Core.Account): PayoutAccountState {
  const { entries = [], summary } = account.requirements ?? {};
  // Stripe gives one date for the whole account: the soonest of the entries that are due.
  const dueAt = summary?.minimum_deadline?.time ? new Date(summary.minimum_deadline.time) : null;
  const requirements = entries
    .filter(({ awaiting_action_from }) => awaiting_action_from === 'user')
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

const transfersOf = ({ configuration }: Stripe.V2.Core.Account) =>
  configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers;

const isClosed = (account: Stripe.V2.Core.Account) =>
  account.closed === true || transfersOf(account)?.status === 'rejected';

function statusOf(account: Stripe.V2.Core.Account): PayoutAccountState['status'] {
  const capability = transfersOf(account);
  if (isClosed(account) || capability?.status === 'unsupported') return 'restricted';
  if (capability?.status === 'active') return 'ready';
  // A new account is restricted until the creator has entered everything, which is the pending state of the port.
  const isFinal = capability?.status_details.some(({ resolution }) => resolution !== 'provide_info') ?? false;
  return capability?.status === 'restricted' && isFinal ? 'restricted' : 'pending';
}
