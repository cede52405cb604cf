import type Stripe from 'stripe';
import type { Call } from '../call.ts';
import type { Store } from '../store.ts';

/** Stripe empties balances once a day by default: those of connected accounts, and that of the platform unless it pays out manually. */
export type PayoutInterval = 'daily' | 'manual';

/** The parts of the platform's account that the control API changes. */
export interface PlatformAccount {
  id: string;
  country: string;
  chargesEnabled: boolean;
  transfers: 'active' | 'inactive' | 'pending';
  /** Stripe's default sends the balance to the platform's bank every day. */
  payoutInterval: PayoutInterval;
  /** Whether the payment method configuration has cards on. */
  takesCards: boolean;
}

const usualPlatform: PlatformAccount = {
  id: 'acct_platform',
  country: 'US',
  chargesEnabled: true,
  transfers: 'active',
  payoutInterval: 'daily',
  takesCards: true,
};

/** The setting `platform` names only what differs. */
export function platformOf(store: Store): PlatformAccount {
  return { ...usualPlatform, ...store.setting<Partial<PlatformAccount>>('platform', {}) };
}

type Shown = Pick<
  Stripe.Account,
  | 'id'
  | 'object'
  | 'business_type'
  | 'capabilities'
  | 'charges_enabled'
  | 'country'
  | 'default_currency'
  | 'details_submitted'
  | 'email'
  | 'metadata'
  | 'payouts_enabled'
  | 'type'
>;

/** GET /v1/account. */
export function showPlatform({ store }: Call) {
  const platform = platformOf(store);
  return {
    id: platform.id,
    object: 'account',
    business_profile: { name: 'Fanfare', support_email: null, url: null },
    business_type: 'company',
    capabilities: {
      card_payments: platform.chargesEnabled ? 'active' : 'inactive',
      transfers: platform.transfers,
    },
    charges_enabled: platform.chargesEnabled,
    controller: { type: 'account' },
    country: platform.country,
    default_currency: 'usd',
    details_submitted: true,
    email: 'owner@example.com',
    metadata: {},
    payouts_enabled: true,
    settings: {
      dashboard: { display_name: 'Fanfare', timezone: 'Etc/UTC' },
      payments: { statement_descriptor: 'FANFARE' },
      payouts: {
        debit_negative_balances: true,
        schedule: { delay_days: 2, interval: platform.payoutInterval },
        statement_descriptor: null,
      } satisfies Stripe.Account.Settings.Payouts,
    },
    type: 'standard',
  } satisfies Shown & Record<string, unknown>;
}
