-- Addresses whose mail server permanently refused mail. Only mail about an account's security still goes there.
create table undeliverable_addresses (
  -- In lower case.
  address text primary key check (address = lower(address)),
  -- The answer of the mail server.
  diagnostic text not null,
  bounced_at timestamptz not null default clock_timestamp()
);
