import type { Sql } from '#server/platform/postgres/db.ts';

/** Inserts balanced journals that wait for the chain. The triggers that check and queue single rows are off meanwhile, for speed. */
export async function addLedger(sql: Sql, journals: number): Promise<void> {
  const tables = ['ledger_journals', 'ledger_entries'];
  for (const table of tables) await sql.unsafe(`alter table ${table} disable trigger user`);
  const batch = 100_000;
  for (let at = 0; at < journals; at += batch) {
    await sql`
      with added as (
        insert into ledger_journals (kind, cause, subject)
        select 'charge', 'payment:' || gen_random_uuid(), 'pledge:' || gen_random_uuid()
        from generate_series(1, ${Math.min(batch, journals - at)}::int) returning id
      ), waiting as (
        insert into ledger_unchained select id from added
      )
      insert into ledger_entries (journal_id, account, amount_cents)
      select id, side.account, side.cents from added
        cross join lateral (values ('clearing', 1000), ('held:' || gen_random_uuid(), -1000)) side (account, cents)`;
  }
  for (const table of tables) await sql.unsafe(`alter table ${table} enable trigger user`);
}

const setTriggers = async (sql: Sql, state: 'enable' | 'disable') => {
  await sql.unsafe('drop trigger if exists bench_chain_now on ledger_journals');
  await sql.unsafe(`alter table ledger_journals ${state} trigger ledger_journals_await_chain`);
};

/** Posting without any of this: the measure for the others. */
export async function noChain(sql: Sql): Promise<void> {
  await setTriggers(sql, 'disable');
  await sql.unsafe('alter table ledger_entries disable trigger ledger_entries_refuse_late');
}

/** The product's triggers. */
export async function restoreChain(sql: Sql): Promise<void> {
  await setTriggers(sql, 'enable');
  await sql.unsafe('alter table ledger_entries enable trigger ledger_entries_refuse_late');
}

/** The alternative that was not chosen: each transaction appends its own journals at its end and holds the lock until it has committed. */
export async function chainInEachPosting(sql: Sql): Promise<void> {
  await restoreChain(sql);
  await sql.unsafe(`
    create or replace function bench_chain_now() returns trigger language plpgsql as $$
    begin
      perform chain_journals(10);
      return null;
    end $$`);
  await sql.unsafe(`
    create constraint trigger bench_chain_now after insert on ledger_journals deferrable initially deferred
    for each row execute function bench_chain_now()`);
}
