-- What an admin may do only together with a second one. Waiting requests end after 72 hours.
create table approval_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('payment.refund', 'refund.retry', 'refund.settle_outside', 'delivery.approve', 'user.promote')),
  requester_id uuid not null references users (id),
  -- As in the audit trail.
  target_kind text not null,
  target_id text not null,
  amount_cents bigint check (amount_cents > 0),
  payload jsonb not null,
  reason text,
  status text not null default 'waiting' check (status in ('waiting', 'approved', 'refused', 'withdrawn', 'lapsed')),
  -- Null for a request that lapsed or was withdrawn, and for one that the operator approved on the command line.
  decided_by uuid references users (id),
  decided_at timestamptz,
  answer text,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  constraint approval_requests_second check (decided_by <> requester_id),
  constraint approval_requests_decided check ((status = 'waiting') = (decided_at is null))
);
create unique index approval_requests_one_waiting on approval_requests (target_kind, target_id) where status = 'waiting';
create index approval_requests_due on approval_requests (expires_at) where status = 'waiting';
create index approval_requests_list on approval_requests (status, created_at desc, id);
create index approval_requests_requester on approval_requests (requester_id, created_at);

-- After a change of a creator's payout account, its transfers wait until `held_until`. `bank_print` identifies the bank details without
-- containing them.
alter table payout_accounts
  add column bank_print text,
  add column account_changed_at timestamptz,
  add column held_until timestamptz;
create index payout_accounts_held on payout_accounts (held_until) where held_until is not null;

-- Addresses that people used before, for warnings to their owner. They are deleted after two weeks.
create table former_emails (
  user_id uuid not null references users (id) on delete cascade,
  email text not null,
  left_at timestamptz not null default clock_timestamp(),
  primary key (user_id, email)
);
create index former_emails_left on former_emails (left_at);
