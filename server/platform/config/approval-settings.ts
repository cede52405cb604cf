import { duration, integer, optional, type Setting, setting, type ValuesOf } from './fields.ts';

/** Pauses and second opinions before money leaves. Part of `settings` in config.ts. */
export const approvalSettings = {
  TWO_ADMIN_LIMIT: optional(
    integer(1, 100_000_000),
    'The sum in cents that one admin may refund or record as paid within 24 hours. What exceeds it waits up to 72 hours for a second admin, and so does the approval of a delivery with more money. Unset: no limit.',
  ),
  PAYOUT_CHANGE_HOLD: setting(
    'PT48H',
    duration(),
    'How long payouts to a creator wait after their payout account or its bank details have changed. Not used by the sandbox.',
  ),
} satisfies Record<string, Setting<unknown>>;

export const approvalsOf = (values: ValuesOf<typeof approvalSettings>) => ({
  /** Undefined without a limit. */
  twoAdminLimitCents: values.TWO_ADMIN_LIMIT,
  payoutChangeHoldMs: values.PAYOUT_CHANGE_HOLD,
});
