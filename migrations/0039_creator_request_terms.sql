-- What a creator takes requests for. New pools that ask the creator must follow it. A profile without a row takes every request.
create table creator_request_terms (
  profile_id uuid primary key references creator_profiles (id) on delete cascade,
  -- Empty: all categories.
  category_ids smallint[] not null default '{}',
  minimum_goal_cents bigint check (minimum_goal_cents between 1000 and 10000000),
  declines_below_minimum boolean not null default false check (not declines_below_minimum or minimum_goal_cents is not null),
  declines text not null default '' check (char_length(declines) <= 500),
  away boolean not null default false,
  -- Null: until the creator says otherwise.
  away_until timestamptz check (away or away_until is null),
  updated_at timestamptz not null default clock_timestamp()
);

-- The statement of a creator reads the entries of each of their pools, and it needs only these columns.
drop index ledger_entries_account;
create index ledger_entries_account on ledger_entries (account) include (journal_id, amount_cents);
