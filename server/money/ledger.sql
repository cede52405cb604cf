create or replace function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append only: % on % refused', tg_op, tg_table_name using errcode = 'restrict_violation';
end $$;

create or replace trigger ledger_journals_immutable before update or delete or truncate on ledger_journals execute function ledger_is_append_only();

create or replace trigger ledger_entries_immutable before update or delete or truncate on ledger_entries execute function ledger_is_append_only();

create or replace trigger audit_log_immutable before update or delete or truncate on audit_log execute function ledger_is_append_only();

create or replace function ledger_journal_balances() returns trigger language plpgsql as $$
declare total bigint; entries int;
begin
  select coalesce(sum(amount_cents), 0), count(*) into total, entries from ledger_entries where journal_id = new.journal_id;
  if total <> 0 or entries < 2 then
    raise exception 'journal % does not balance: % cents over % entries', new.journal_id, total, entries using errcode = 'check_violation';
  end if;
  return null;
end $$;

drop trigger if exists ledger_entries_balance on ledger_entries;
create constraint trigger ledger_entries_balance after insert on ledger_entries deferrable initially deferred
  for each row execute function ledger_journal_balances();

create or replace function ledger_journal_has_entries() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger_entries where journal_id = new.id) then
    raise exception 'journal % has no entries', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;

drop trigger if exists ledger_journals_filled on ledger_journals;
create constraint trigger ledger_journals_filled after insert on ledger_journals deferrable initially deferred
  for each row execute function ledger_journal_has_entries();

-- A creator's debt has a stored balance too: what concurrent deductions wait for, and what refuses the one that would deduct too much.
create or replace function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  insert into ledger_balances (account) values (new.account) on conflict do nothing;
  -- We owe the other accounts, so a credit (negative) raises them. The creator owes a debt, so a debit raises it.
  update ledger_balances
  set balance_cents = balance_cents + case when new.account like 'creator_debt:%' then new.amount_cents else -new.amount_cents end
  where account = new.account;
  return null;
end $$;

create or replace trigger ledger_entries_keep_balance after insert on ledger_entries for each row
  when (new.account like 'held:%' or new.account like 'creator_payable:%' or new.account like 'creator_debt:%')
  execute function ledger_keep_balance();
