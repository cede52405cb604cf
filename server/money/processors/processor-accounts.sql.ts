import type { Connection, Tx } from '#server/platform/postgres/db.ts';

interface ProcessorMode {
  processor: string;
  live: boolean;
}

/** Binds the database to an account if it has none yet. Returns the account that it is bound to, locked until the transaction ends. */
export async function bindAccount(tx: Tx, { processor, live }: ProcessorMode, accountRef: string): Promise<string> {
  await tx`
    insert into processor_accounts (processor, live, account_ref) values (${processor}, ${live}, ${accountRef})
    on conflict do nothing`;
  const [row] = await tx<{ accountRef: string }[]>`
    select account_ref from processor_accounts where processor = ${processor} and live = ${live} for update`;
  return row?.accountRef ?? accountRef;
}

export async function readBoundAccount(
  sql: Connection,
  { processor, live }: ProcessorMode,
): Promise<string | undefined> {
  const [row] = await sql<{ accountRef: string }[]>`
    select account_ref from processor_accounts where processor = ${processor} and live = ${live}`;
  return row?.accountRef;
}

/** Whether the database has anything that only the bound account knows: customers, payout accounts, payments. */
export async function dependsOnAccount(tx: Tx, { processor, live }: ProcessorMode): Promise<boolean> {
  const [row] = await tx<{ depends: boolean }[]>`
    select exists (select from processor_customers where processor = ${processor} and live is distinct from ${!live})
      or exists (select from payout_accounts where processor = ${processor} and live is distinct from ${!live})
      or exists (select from former_payout_accounts where processor = ${processor} and live is distinct from ${!live})
      or exists (select from payments where processor = ${processor}) as depends`;
  return row?.depends ?? false;
}

export async function rebindAccount(tx: Tx, { processor, live }: ProcessorMode, accountRef: string): Promise<void> {
  await tx`
    update processor_accounts set account_ref = ${accountRef}, bound_at = clock_timestamp()
    where processor = ${processor} and live = ${live}`;
}
