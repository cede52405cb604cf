import type { Call } from '../call.ts';
import { Refusal } from '../refusal.ts';

/** Stripe's texts for refusals of a new account that the platform's owner has to resolve. */
const texts: Record<string, string> = {
  account_creation_liability_unacknowledged:
    'Please review the responsibilities of managing losses for connected accounts at https://dashboard.stripe.com/settings/connect/platform-profile.',
  connect_profile_not_submitted:
    'You must complete your platform profile to use Connect and create live connected accounts.',
  cross_border_connected_account_creation_not_allowed:
    'Connected accounts in this country cannot be created by platforms in your country.',
  platform_registration_required: 'You can only create new accounts if you have signed up for Connect.',
};

/**
 * The setting `recipientOnly`. refused: Stripe takes accounts that can only receive transfers from platforms that it has approved for them,
 * as it answered six platforms between July and October 2026.
 */
export type RecipientOnly = 'refused' | 'refused_in_country' | 'approved';

/** The setting `accountRefusal` refuses every new account with this code of Stripe's. */
export function refuseAccount({ store }: Call, hasCardPayments: boolean): void {
  const code = store.setting<string | null>('accountRefusal', null);
  if (code) throw new Refusal(400, { code, message: texts[code] ?? `The account was refused: ${code}.` });
  const rule = store.setting<RecipientOnly>('recipientOnly', 'refused');
  if (hasCardPayments || rule === 'approved') return;
  throw new Refusal(400, {
    code: `capability_not_available_without_other_capability${rule === 'refused_in_country' ? '_in_country' : ''}`,
    message:
      'The capability configuration.recipient.capabilities.stripe_balance.stripe_transfers is not available without also requesting configuration.merchant.capabilities.card_payments.',
    param: 'configuration.recipient.capabilities.stripe_balance.stripe_transfers',
  });
}
