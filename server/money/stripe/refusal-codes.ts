import Stripe from 'stripe';
import type { ProcessorAnswer, ProcessorFault } from '#server/money/card-processor.ts';

const { StripeAuthenticationError, StripePermissionError } = Stripe.errors;
type StripeError = InstanceType<typeof Stripe.errors.StripeError>;

/** The next step of the operator, by code or text. The first match counts. */
const advices: readonly (readonly [what: RegExp, advice: string])[] = [
  [
    /^balance_insufficient$/,
    'Add money to the Stripe balance (Balances, Add to balance), and set payouts to your bank to manual.',
  ],
  [/^platform_registration_required$/, 'Turn Connect on in the Stripe dashboard (Settings, Connect).'],
  [/^connect_profile_not_submitted$/, 'Complete the platform profile in the Stripe dashboard (Settings, Connect).'],
  [
    /^account_creation_liability_unacknowledged$/,
    'Accept the responsibility for losses in the Stripe dashboard (Settings, Connect, Platform profile).',
  ],
  [
    /^capability_not_available|^cross_border|restricted outside of your platform's region|^transfers_not_allowed$/,
    'Stripe does not let your platform pay into this country by self-service. Ask Stripe’s support to allow it, and compare PLATFORM_COUNTRY with your account.',
  ],
  [/permission|does not have access/i, 'Give the restricted key the permission that Stripe names (docs/stripe.md).'],
  [/api_key/, 'Set STRIPE_SECRET_KEY to a valid key.'],
  [/payment method/i, 'Turn on cards in the Stripe dashboard (Settings, Payment methods).'],
];

/** Stripe's code and text. Errors without a code have their type instead. */
export function answerOf(error: StripeError): ProcessorAnswer {
  const isForbidden = error instanceof StripePermissionError;
  const code = error.code ?? (isForbidden ? 'permission_missing' : (error.rawType ?? error.type));
  const advice = advices.find(([what]) => what.test(code) || what.test(error.message))?.[1];
  return { code, text: error.message, ...(advice !== undefined && { advice }) };
}

/** Refusals that the creator's account or email address causes. */
const creatorsCodes = new Set(['insufficient_capabilities_for_transfer', 'account_closed', 'email_invalid']);
const creatorsParams = new Set(['contact_email', 'destination']);

/** Undefined if the code does not tell. */
export function solverOf(error: StripeError): ProcessorFault['solver'] {
  if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) return 'operator';
  if (error.statusCode === 401 || error.statusCode === 403) return 'operator';
  const { code = '', param = '' } = error;
  if (creatorsCodes.has(code)) return 'creator';
  if (code === 'balance_insufficient') return 'operator';
  // An account that Stripe no longer knows, not one that it refuses for another reason.
  if (code === 'resource_missing' && creatorsParams.has(param)) return 'creator';
  return param === 'contact_email' ? 'creator' : undefined;
}
