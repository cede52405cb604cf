import { strict as assert } from 'node:assert';
import type { Connection, Tx } from '#server/platform/postgres/db.ts';
import { insertEntries, insertJournal, sumOfAccount } from './ledger.sql.ts';

/**
 * The chart of accounts. A positive amount is a debit, a negative one a credit. Debits increase our assets (clearing, processor_reserve, bank). Credits
 * increase our debts (held, creator_payable) and our income (platform_fees). Debits increase processor_costs until a release deducts
 * them from the creator's share, and creator_debt until a reversal or the creator's next payout pays it. `unmatched` holds movements at
 * the processor whose rows a restore has lost.
 */
export type Account =
  | 'clearing'
  | 'platform_fees'
  | 'processor_costs'
  | 'disputed'
  | 'payout_in_transit'
  | 'bank'
  | 'processor_reserve'
  | 'unmatched'
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
  | 'payout_reversed'
  | 'debt_deducted'
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
  /** The cause ("payment:ID"); unique. */
  cause: string;
  /** The pledge that it belongs to ("pledge:ID"); absent for journals about several pledges or none. */
  subject?: string;
  entries: Entry[];
}

/** Adds up the entries of each account. */
export function mergeByAccount(entries: readonly Entry[]): Entry[] {
  const sums = new Map<Account, number>();
  for (const { account, amountCents } of entries) sums.set(account, (sums.get(account) ?? 0) + amountCents);
  return [...sums].map(([account, amountCents]) => ({ account, amountCents }));
}

/** Drops entries of zero and sorts the rest by account, so that concurrent postings take their locks in the same order. */
export function orderEntries(entries: readonly Entry[]): Entry[] {
  return entries
    .filter(({ amountCents }) => amountCents !== 0)
    .toSorted((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : 0));
}

/**
 * Posts a balanced journal, in cents, once per cause. Returns false if the cause was already posted. Throws, and so rolls the
 * transaction back, if it would overdraw an account that must not be overdrawn.
 */
export async function postJournal(tx: Tx, { kind, cause, subject, entries }: Journal): Promise<boolean> {
  const ordered = orderEntries(entries);
  const total = ordered.reduce((sum, { amountCents }) => sum + amountCents, 0);
  assert.equal(total, 0, `journal ${cause} does not balance: ${total} cents`);
  assert.ok(ordered.length >= 2, `journal ${cause} has fewer than two entries`);
  assert.ok(ordered.every(({ amountCents }) => Number.isSafeInteger(amountCents)));
  const id = await insertJournal(tx, { kind, cause, subject: subject ?? null });
  if (id === undefined) return false;
  await insertEntries(tx, id, ordered);
  return true;
}

/** The amount that we owe on a credit account (held, creator_payable), in cents. */
export async function owedOn(sql: Connection, account: Account): Promise<number> {
  const owed = -(await sumOfAccount(sql, account));
  return owed === 0 ? 0 : owed;
}

/** The ledger account that holds a pool's money. */
export function heldFor(id: string): `held:${string}` {
  return `held:${id}`;
}
