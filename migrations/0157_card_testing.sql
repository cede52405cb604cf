-- Card testing: every declined card that a person typed or used, and the blocks of addresses from which people open card pages. Rows are kept for
-- a week.
create table card_declines (
  -- The event of the processor, or the page or attempt that ended with the decline.
  key text primary key,
  -- The reference of the page or attempt.
  reference text not null,
  user_id uuid not null references users (id),
  at timestamptz not null default clock_timestamp()
);
create index card_declines_user on card_declines (user_id, at);
create index card_declines_reference on card_declines (reference);

create table card_visits (
  user_id uuid not null references users (id),
  -- IPv4 by /24, IPv6 by /48.
  address_block text not null,
  last_at timestamptz not null default clock_timestamp(),
  primary key (user_id, address_block)
);
create index card_visits_block on card_visits (address_block, last_at);

alter table webhook_inbox add column declined boolean not null default false;
