-- The account at each card processor that this database's cards and money belong to.

create table processor_accounts (
  processor text not null,
  live boolean not null,
  account_ref text not null,
  bound_at timestamptz not null default clock_timestamp(),
  primary key (processor, live)
);
