import { isUuid } from '#contract/values/ids.ts';
import { peopleNamed } from '#server/accounts/usernames.ts';
import type { Connection, Fragment } from '#server/platform/postgres/db.ts';
import { escapeLike } from '#server/platform/postgres/sql-text.ts';
import { poolsTitled } from '#server/pools/pools-titled.ts';

/** The search as typed, and as a pattern for `ilike`. */
export interface MoneySearch {
  text: string;
  pattern: string;
  /** The text if it is an id. */
  id: string | null;
}

export function moneySearchOf(text: string | undefined): MoneySearch | null {
  if (!text) return null;
  const escaped = escapeLike(text);
  // One or two letters have no trigram inside a word, so they match only the beginning of a name.
  return { text, pattern: [...text].length < 3 ? `${escaped}%` : `%${escaped}%`, id: isUuid(text) ? text : null };
}

/** Whether a row `m` belongs to one of these people or pools, given as an array of ids. Indexes can answer both. */
export interface Belonging {
  ofPeople: (ids: Fragment) => Fragment;
  inPools: (ids: Fragment) => Fragment;
  /** The condition for rows with this reference at the processor; absent where only `processor_ref` holds it. */
  ofReference?(text: string): Fragment;
}

/** The accounts that hold the money of these pools, an array of ids. */
export const heldAccountsOf = (sql: Connection, ids: Fragment): Fragment =>
  sql`array(select 'held:' || w from unnest(${ids}) w)`;

/** The belonging of rows with a `payment_id`. */
export function throughPayment(sql: Connection): Belonging {
  const ofPayments = (condition: Fragment) =>
    sql`m.payment_id = any (array(select y.id from payments y where ${condition}))`;
  return {
    ofPeople: (ids) => ofPayments(sql`y.user_id = any (${ids})`),
    inPools: (ids) => ofPayments(sql`y.held_account = any (${heldAccountsOf(sql, ids)})`),
  };
}

/** Whether a row `m` matches the search by its id or reference, its person or its pool. */
export function searchMatches(
  sql: Connection,
  { ofPeople, inPools, ofReference }: Belonging,
  search: MoneySearch | null,
): Fragment {
  if (search === null) return sql`true`;
  const { text, pattern, id } = search;
  if (id !== null)
    return sql`(m.id = ${id} or ${ofPeople(sql`array[${id}::uuid]`)} or ${inPools(sql`array[${id}::uuid]`)})`;
  return sql`(${ofReference?.(text) ?? sql`m.processor_ref = ${text}`}
    or ${ofPeople(peopleNamed(sql, pattern))}
    or ${inPools(poolsTitled(sql, pattern))})`;
}
