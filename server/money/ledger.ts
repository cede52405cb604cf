import { strict as assert } from 'node:assert';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { insertEntries, insertJournal, sumOfAccount } from './ledger.sql.ts';

/**
 * The chart of accounts. A positive amount is a debit, a negative one a credit. What we have (clearing, bank) grows by debits; what
 * we owe (held, creator_payable) or earned (platform_fees) by credits; processor_costs by debits until a creator's share bears them.
 */
export type Account =
  | 'clearing'
  | 'platform_fees'
  | 'processor_costs'
  | 'disputed'
  | 'payout_in_transit'
  | 'bank'
  | `held:${string}`
  | `creator_payable:${string}`
  | `creator_debt:${string}`;

export type JournalKind =
  | 'charge'
  | 'charge_cost'
  | 'refund'
  | 'release'
  | 'payout'
  | 'payout_settled'
  | 'payout_failed'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'correction';

export interface Entry {
  account: Account;
  amountCents: number;
}

export interface Journal {
  kind: JournalKind;
  /** What caused it, once: "payment:ID". */
  cause: string;
  entries: Entry[];
}

/** Entries of nothing are left out, the rest stands by account: two postings that meet take their locks in one order. */
export function orderEntries(entries: readonly Entry[]): Entry[] {
  return entries
    .filter(({ amountCents }) => amountCents !== 0)
    .toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
}

/**
 * Posts a balanced journal of cents, once per cause: the same cause again changes nothing. Tells whether it was posted now.
 * Throws (and so rolls the transaction back) when an account that must not be overdrawn would be.
 */
export async function postJournal(tx: Tx, { kind, cause, entries }: Journal): Promise<boolean> {
  const ordered = orderEntries(entries);
  const total = ordered.reduce((sum, { amountCents }) => sum + amountCents, 0);
  assert.equal(total, 0, `journal ${cause} does not balance: ${total} cents`);
  assert.ok(ordered.length >= 2, `journal ${cause} has fewer than two entries`);
  assert.ok(ordered.every(({ amountCents }) => Number.isSafeInteger(amountCents)));
  const id = await insertJournal(tx, kind, cause);
  if (id === undefined) return false;
  await insertEntries(tx, id, ordered);
  return true;
}

/** What is owed on a credit account (held, creator_payable), in cents. */
export async function owedOn(sql: Connection, account: Account): Promise<number> {
  const owed = -(await sumOfAccount(sql, account));
  return owed === 0 ? 0 : owed;
}

/** The ledger account that holds a pool's money. */
export function heldFor(id: string): `held:${string}` {
  return `held:${id}`;
}
