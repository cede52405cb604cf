import type { Connection } from '#server/platform/postgres/db.ts';
import { canonicalEmail, emailForms } from './email-address.ts';

/** An address that refuses mail: since when, and the answer of its mail server. */
export interface UndeliverableRow {
  bouncedAt: Date;
  diagnostic: string;
}

function isAddress(sql: Connection, given: string) {
  const [canonical, readable, typed] = emailForms(given);
  return sql`address in (lower(${canonical}), lower(${readable}), lower(${typed}))`;
}

export async function findUndeliverable(sql: Connection, address: string): Promise<UndeliverableRow | undefined> {
  const [row] = await sql<UndeliverableRow[]>`
    select bounced_at, diagnostic from undeliverable_addresses where ${isAddress(sql, address)}
    order by bounced_at desc limit 1`;
  return row;
}

/** Stops all mail to the address except mail about security. */
export async function insertUndeliverable(sql: Connection, address: string, diagnostic: string): Promise<void> {
  await sql`
    insert into undeliverable_addresses (address, diagnostic) values (lower(${canonicalEmail(address)}), ${diagnostic.slice(0, 500)})
    on conflict (address) do update set diagnostic = excluded.diagnostic, bounced_at = clock_timestamp()`;
}

/** Allows mail again: an email arrived, or the account that used the address was deleted. */
export async function deleteUndeliverable(sql: Connection, address: string): Promise<void> {
  await sql`delete from undeliverable_addresses where ${isAddress(sql, address)}`;
}
