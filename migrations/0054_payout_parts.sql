-- Payouts through processors that require onboarding: account states, one transfer per charge, creator debts and reversals.

-- A row without account_ref stands for an account that is being created under its idempotency key.
alter table payout_accounts
  add column status text not null default 'pending' check (status in ('ready', 'pending', 'restricted')),
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column idempotency_key text unique,
  -- {"email", "displayName"} while the account is being created, because every repetition of the request must be identical.
  add column request jsonb,
  -- [{"code": text, "dueAt": ISO time or null}], in the processor's terms.
  add column requirements jsonb not null default '[]' check (jsonb_typeof(requirements) = 'array'),
  add column checked_at timestamptz;
update payout_accounts set status = 'ready' where ready;
alter table payout_accounts
  drop column ready,
  alter column account_ref drop not null,
  add constraint payout_accounts_created_or_creating check (account_ref is not null or (status = 'pending' and idempotency_key is not null and request is not null));
create unique index payout_accounts_ref on payout_accounts (processor, account_ref) where account_ref is not null;
create index payout_accounts_checked on payout_accounts (processor, checked_at nulls first);

-- A payout waits until its creator's account is ready. Until then its amount stays on creator_payable.
alter table payouts drop constraint payouts_status_check;
alter table payouts add constraint payouts_status_check check (status in ('waiting', 'pending', 'in_transit', 'paid', 'failed'));
alter table payouts
  -- The release whose payments the parts pay out.
  add column release_cause text,
  -- What the creator owed and this payout deducted. The release paid amount_cents + deducted_cents.
  add column deducted_cents bigint not null default 0 check (deducted_cents >= 0),
  drop constraint payouts_amount_cents_check,
  add constraint payouts_amount_cents_check check (amount_cents >= 0 and amount_cents + deducted_cents > 0);
drop index payouts_unsettled;
create index payouts_unsettled on payouts (created_at) where status in ('pending', 'in_transit', 'waiting');

-- One transfer per charge, because the processor funds a transfer from the charge that it names.
create table payout_parts (
  id uuid primary key default gen_random_uuid(),
  payout_id uuid not null references payouts,
  -- Null where the payout belongs to no single charge.
  payment_id uuid references payments,
  amount_cents bigint not null check (amount_cents >= 0),
  reversed_cents bigint not null default 0 check (reversed_cents between 0 and amount_cents),
  attempt int not null default 1,
  -- Also our reference at the processor.
  idempotency_key text not null unique,
  processor_ref text,
  -- deducted: the creator's debt took all of it.
  status text not null default 'pending' check (status in ('pending', 'in_transit', 'paid', 'failed', 'deducted')),
  failure_reason text,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  check ((amount_cents = 0) = (status = 'deducted'))
);
create unique index payout_parts_payment on payout_parts (payment_id) where payment_id is not null;
create index payout_parts_payout on payout_parts (payout_id);
create index payout_parts_open on payout_parts (created_at) where status in ('pending', 'in_transit');

-- Payouts of earlier versions were one transfer.
insert into payout_parts (payout_id, amount_cents, attempt, idempotency_key, processor_ref, status, failure_reason, created_at, paid_at)
select id, amount_cents, attempt, idempotency_key, processor_ref, status, failure_reason, created_at, paid_at from payouts;

-- Takes a paid transfer back, after its payment went back to the fan.
create table payout_reversals (
  id uuid primary key,
  part_id uuid not null references payout_parts,
  amount_cents bigint not null check (amount_cents > 0),
  -- Why, once ("dispute:ID").
  cause text not null unique,
  idempotency_key text not null unique,
  processor_ref text,
  -- refused: the creator's next payouts pay the debt.
  status text not null default 'created' check (status in ('created', 'succeeded', 'refused')),
  failure_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index payout_reversals_part on payout_reversals (part_id);
create index payout_reversals_open on payout_reversals (created_at) where status = 'created';

alter table ledger_journals drop constraint ledger_journals_kind_check;
alter table ledger_journals add constraint ledger_journals_kind_check check (kind in ('charge', 'charge_cost', 'refund', 'release',
  'payout', 'payout_settled', 'payout_failed', 'payout_reversed', 'debt_deducted', 'dispute_opened', 'dispute_won', 'dispute_lost',
  'correction'));

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
insert into ledger_balances (account, balance_cents)
select account, sum(amount_cents) from ledger_entries where account like 'creator_debt:%' group by account
on conflict do nothing;
drop trigger ledger_entries_keep_balance on ledger_entries;
create trigger ledger_entries_keep_balance after insert on ledger_entries for each row
  when (new.account like 'held:%' or new.account like 'creator_payable:%' or new.account like 'creator_debt:%')
  execute function ledger_keep_balance();
