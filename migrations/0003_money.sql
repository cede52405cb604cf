-- Money: guards that do not depend on the application, and what the sandbox processor needs beside.

-- Balances of the accounts that must never be overdrawn, kept by the ledger itself: the row is also what concurrent postings to
-- one account wait for, and the check is what refuses the one that comes too late.
create table ledger_balances (
  account text primary key,
  balance_cents bigint not null default 0,
  constraint ledger_balances_not_overdrawn check (balance_cents >= 0)
);
create function ledger_keep_balance() returns trigger language plpgsql as $$
begin
  insert into ledger_balances (account) values (new.account) on conflict do nothing;
  -- These accounts are owed by us: a credit (negative) raises them.
  update ledger_balances set balance_cents = balance_cents - new.amount_cents where account = new.account;
  return null;
end $$;
create trigger ledger_entries_keep_balance after insert on ledger_entries for each row
  when (new.account like 'held:%' or new.account like 'creator_payable:%') execute function ledger_keep_balance();

-- What a payment's money was promised to: "refund:ID" or the cause of a release. One conditional update sets it, so never both.
alter table payments add column claimed_by text;
create index payments_claimed on payments (claimed_by) where claimed_by is not null;
create unique index payments_session on payments (processor, session_ref) where session_ref is not null;
create index payments_subject on payments (subject, attempt desc);
create index payments_user_declined on payments (user_id, settled_at) where status = 'failed';
-- "stray": money came in for an attempt that had been given up for another one; it is booked and sent back.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check check (status in ('created', 'processing', 'succeeded', 'failed', 'stray'));

-- A refund or payout that the processor refused may be tried again under the next key.
alter table refunds add column attempt int not null default 1;
alter table payouts add column attempt int not null default 1;

alter table sandbox.customers drop column email;
alter table sandbox.cards add column detached_at timestamptz;
alter table sandbox.sessions add column decline_code text;
alter table sandbox.sessions add column settled_at timestamptz;
create index sandbox_sessions_reference on sandbox.sessions (reference);
alter table sandbox.refunds add column reference text not null unique;
alter table sandbox.payouts add constraint payouts_reference_once unique (reference);
create index sandbox_journal_reference on sandbox.journal (reference);
create index sandbox_journal_at on sandbox.journal (created_at);
