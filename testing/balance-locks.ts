import type { Sql } from '#server/platform/postgres/db.ts';

/**
 * Records from now on in which order each transaction locks balances of the ledger. Inserts run before `on conflict do nothing`, so locks of
 * existing rows by `lockDebt` count, too.
 */
export async function recordBalanceLocks(sql: Sql): Promise<void> {
  await sql.unsafe(`
    create unlogged table balance_locks (n bigserial, transaction text not null, account text not null);
    create function record_balance_lock() returns trigger language plpgsql as $$
    begin
      insert into balance_locks (transaction, account) values (pg_current_xact_id()::text, new.account);
      return new;
    end $$;
    create trigger a_record_balance_lock before insert or update on ledger_balances
      for each row execute function record_balance_lock();
  `);
}

/** The transactions that locked a creator's payable amount before that creator's debt, and how many locked both. */
export async function readLockOrder(sql: Sql): Promise<{ reversed: number; both: number }> {
  const [row] = await sql<{ reversed: number; both: number }[]>`
    with firsts as (select transaction, account, min(n) as n from balance_locks group by transaction, account)
    select count(*) filter (where p.n < d.n)::int as reversed, count(*)::int as both
    from firsts p join firsts d on d.transaction = p.transaction
      and d.account = replace(p.account, 'creator_payable:', 'creator_debt:')
    where p.account like 'creator\\_payable:%'`;
  return row ?? { reversed: 0, both: 0 };
}
