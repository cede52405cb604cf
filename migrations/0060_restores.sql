-- What a restored backup does not know about the card processor.

create table restores (
  backup_id uuid not null,
  -- When the backup was made: the processor is asked about everything since.
  taken_at timestamptz not null,
  finished_at timestamptz not null default clock_timestamp(),
  primary key (backup_id, finished_at)
);

-- Movements at the processor whose reference is in no row, because the row was written after the backup. Each is booked between `clearing`
-- and `unmatched`, until the row is written again (matched) or an admin returns the money (refunded).
create table unmatched_movements (
  processor text not null,
  reference text not null,
  -- Positive: our balance at the processor grew.
  amount_cents bigint not null check (amount_cents <> 0),
  found_at timestamptz not null default clock_timestamp(),
  matched_at timestamptz,
  refunded_at timestamptz,
  primary key (processor, reference),
  check (matched_at is null or refunded_at is null)
);
create index unmatched_movements_open on unmatched_movements (found_at) where matched_at is null;

-- Adds the account to those that the ledger allows.
do $$
declare
  allowed text := (select pg_get_constraintdef(oid) from pg_constraint where conname = 'ledger_entries_account_check');
begin
  alter table ledger_entries drop constraint ledger_entries_account_check;
  execute 'alter table ledger_entries add constraint ledger_entries_account_check '
    || replace(allowed, '^(clearing|', '^(clearing|unmatched|');
end $$;
