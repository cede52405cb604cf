import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { t } from '#contract/language/text.ts';
import { uuid } from '#contract/values/field-schemas.ts';

/** A calendar month in UTC, as "2026-11". */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: () => t`Write the month as 2026-11` });

const cents = z.number().int();

/** One month of a creator's money, in cents. */
export const monthFigures = z.object({
  month,
  /** Paid by fans for the creator's pools, and refunded to them. */
  collectedCents: cents,
  refundedCents: cents,
  /** Earned: released from the pools, less the platform's fee and the cost of the cards. */
  grossCents: cents,
  feeCents: cents,
  costCents: cents,
  netCents: cents,
  /** Sent to the bank, minus failed and reversed payouts. */
  paidOutCents: cents,
});
export type MonthFigures = z.infer<typeof monthFigures>;

export const getEarnings = endpoint({
  method: 'GET',
  path: '/api/creator/earnings',
  summary: 'Get my earnings by month (UTC), from the first month to this one',
  who: 'creator',
  scope: 'payouts:read',
  output: z.object({ months: z.array(monthFigures) }),
});

/** An entry in the creator's balance, from one journal of the ledger. */
export const statementLine = z.object({
  journalId: z.number().int(),
  at: z.iso.datetime(),
  /**
   * `refund`, `dispute_lost`: released money went back to the fan, so the creator owes their share of it. `payout_reversed`: that was taken
   * back from their payout account. `refund_returned`: a refund did not reach the fan, so its amount is the creator's again.
   */
  kind: z.enum([
    'release',
    'payout',
    'payout_failed',
    'payout_reversed',
    'refund',
    'dispute_lost',
    'refund_returned',
    'other',
  ]),
  poolId: uuid.nullable(),
  poolTitle: z.string().nullable(),
  /** For a release: the sum that fans paid, and the deductions from it. Otherwise 0. */
  grossCents: cents,
  feeCents: cents,
  costCents: cents,
  /** Added to the balance; negative for a payout. */
  amountCents: cents,
  balanceCents: cents,
});
export type StatementLine = z.infer<typeof statementLine>;

export const getStatement = endpoint({
  method: 'GET',
  path: '/api/creator/statement',
  summary: 'Get my earnings statement for a month (UTC), from the ledger',
  who: 'creator',
  scope: 'payouts:read',
  query: z.object({ month }),
  output: z.object({
    month,
    /** The balance: earned and not sent to the bank yet, less what the creator owes because released money went back to fans. */
    balance: z.object({ openingCents: cents, closingCents: cents }),
    lines: z.array(statementLine),
    totals: z.object({ grossCents: cents, feeCents: cents, costCents: cents, netCents: cents, paidOutCents: cents }),
    /** Money of fans that is held for the creator's pools, which is not the creator's yet. */
    held: z.object({
      openingCents: cents,
      collectedCents: cents,
      refundedCents: cents,
      releasedCents: cents,
      otherCents: cents,
      closingCents: cents,
    }),
  }),
});
