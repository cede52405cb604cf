import { z } from 'zod';
import { approvalSettings, approvalsOf } from './approval-settings.ts';
import { duration, integer, optional, setting, type ValuesOf } from './fields.ts';

/** How long the card processor lets us hold money, and how long it may wait: for an admin, for a second one, after a change of a payout account. */
export const holdingSettings = {
  PLATFORM_COUNTRY: setting(
    'US',
    z.string().regex(/^[A-Z]{2}$/, 'must be a country code such as US'),
    'The country of the platform account at the card processor, as two letters. Decides in which countries creators can be paid, and the default of HOLDING_LIMIT_DAYS.',
  ),
  HOLDING_LIMIT_DAYS: optional(
    integer(1, 3650),
    'How many days the card processor lets us hold money before we pay it out. Creators cannot promise a later delivery. Unset: 730 in the US, 10 in Thailand (TH), 90 elsewhere. Not used by the sandbox, which has no limit.',
  ),
  FREEZE_LIMIT: setting(
    'P45D',
    duration(),
    'How long a pool may be frozen. Then everyone is refunded, or a day before the holding limit of the card processor, if that is earlier. Longer than a copyright case, which takes about five weeks.',
  ),
  REVIEW_LIMIT: setting(
    'P14D',
    duration(),
    'How long a delivery may wait for its review. Then everyone is refunded, or a day before the holding limit, if that is earlier.',
  ),
  HOLD_LIMIT: setting(
    'P90D',
    duration(),
    'How long a delivered pool may wait after its quiet period for the end of a suspension or for the decision about an objection. Then everyone is refunded, or a day before the holding limit, if that is earlier. Payouts that were held longer are a problem on the health page.',
  ),
  ...approvalSettings,
};

/** Stripe's limits by country of the platform account. */
const limitDaysIn: Record<string, number> = { US: 730, TH: 10 };
const limitDaysElsewhere = 90;

export function holdingOf(values: ValuesOf<typeof holdingSettings>) {
  return {
    platformCountry: values.PLATFORM_COUNTRY,
    holdingLimitDays: values.HOLDING_LIMIT_DAYS ?? limitDaysIn[values.PLATFORM_COUNTRY] ?? limitDaysElsewhere,
    waiting: {
      freezeMs: values.FREEZE_LIMIT,
      reviewMs: values.REVIEW_LIMIT,
      heldMs: values.HOLD_LIMIT,
    },
    ...approvalsOf(values),
  };
}
