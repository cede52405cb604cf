-- What a card processor refuses and only the operator can solve. One open row per processor, action, subject and code.
create table processor_problems (
  id uuid primary key default gen_random_uuid(),
  processor text not null,
  action text not null check (action in ('account', 'onboarding', 'transfer', 'page', 'reconcile', 'self_test')),
  -- What the action was about, without personal data: a country, a part of the reconciler, a check of the self-test.
  about text not null default '',
  code text not null,
  message text not null,
  advice text,
  first_seen_at timestamptz not null default clock_timestamp(),
  last_seen_at timestamptz not null default clock_timestamp(),
  -- When the admins were mailed.
  reported_at timestamptz,
  resolved_at timestamptz
);
create unique index processor_problems_open on processor_problems (processor, action, about, code) where resolved_at is null;
create index processor_problems_resolved on processor_problems (processor, action, about, code, resolved_at) where resolved_at is not null;

-- A transfer that the processor refused because of the operator stays open and is sent again under another key.
alter table payout_parts
  add column refusals integer not null default 0 check (refusals >= 0),
  add column problem_code text,
  add column refused_at timestamptz;
create index payout_parts_refused on payout_parts (refused_at) where problem_code is not null;

-- A payout account that the processor refused to create because of the operator is requested again.
alter table payout_accounts
  add column problem_code text,
  add column refused_at timestamptz;
create index payout_accounts_refused on payout_accounts (refused_at) where problem_code is not null;
