import type { Connection } from '#server/platform/postgres/db.ts';
import { type Charge, findCharge } from './charges.sql.ts';
import { readPayment } from './payments.sql.ts';
import { sumPaidInto } from './payouts/earnings.sql.ts';
import { hasReturned } from './retries/returned-refunds.sql.ts';

/** The charge that paid for a subject ("pledge:ID"); undefined while it is not charged. */
export function readCharge(sql: Connection, subject: string): Promise<Charge | undefined> {
  return findCharge(sql, subject);
}

/** The subject of a payment ("pledge:ID"); undefined if there is no such payment. */
export async function readPaymentSubject(sql: Connection, paymentId: string): Promise<string | undefined> {
  return (await readPayment(sql, paymentId))?.subject;
}

export interface Paid {
  paidCents: number;
  /** The processor's cost of those payments. */
  costCents: number;
}

/** The payments into these accounts that were not refunded, in cents, by account. Accounts without payments are left out. */
export async function readPaid(sql: Connection, heldAccounts: readonly `held:${string}`[]): Promise<Map<string, Paid>> {
  const rows = await sumPaidInto(sql, heldAccounts);
  return new Map(rows.map(({ heldAccount, paidCents, costCents }) => [heldAccount, { paidCents, costCents }]));
}

/** Whether the bank returned an amount of this payment that an admin had refunded, and no admin has acted on it. */
export const hasReturnedRefund = (sql: Connection, paymentId: string): Promise<boolean> => hasReturned(sql, paymentId);
