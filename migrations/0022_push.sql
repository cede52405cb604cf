-- Web Push: which browsers want to be told while no page is open.

create table push_subscriptions (
  -- One browser: what it was told to hear ends with its session, whoever ends that, and with the account.
  session_id uuid primary key references sessions on delete cascade,
  -- Where its push service listens, for it alone.
  endpoint text not null unique check (char_length(endpoint) <= 2000),
  -- The browser's public key and its secret, as bytes (RFC 8291).
  p256dh bytea not null check (octet_length(p256dh) = 65),
  auth bytea not null check (octet_length(auth) = 16),
  created_at timestamptz not null default clock_timestamp(),
  -- When the push service last took something for it.
  reached_at timestamptz
);

-- On devices that asked for it; without a row, yes.
alter table notification_choices add column push boolean not null default true;
