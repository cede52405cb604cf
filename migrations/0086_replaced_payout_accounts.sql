-- The processor closed or rejected the account for good, so the creator may set up another one. A creator has one row per processor, which
-- is the account in use; the primary key keeps it single.
alter table payout_accounts add column closed_at timestamptz;

-- Accounts that another one replaced.
create table former_payout_accounts (
  user_id uuid not null references users on delete cascade,
  processor text not null,
  account_ref text not null,
  country text,
  live boolean,
  created_at timestamptz not null,
  closed_at timestamptz not null,
  replaced_at timestamptz not null default clock_timestamp(),
  primary key (processor, account_ref)
);
create index former_payout_accounts_user on former_payout_accounts (user_id);

-- The account that a transfer goes to. It is stored before the transfer is sent, so that its idempotency key never names another account.
alter table payout_parts add column account_ref text;
update payout_parts t set account_ref = a.account_ref
from payouts o join payout_accounts a on a.user_id = o.user_id and a.processor = o.processor
where o.id = t.payout_id and t.status in ('pending', 'in_transit', 'paid');
