-- Overlays for streaming software. The address of an overlay holds a token, of which only the hash is kept; null until the person makes a new
-- address, as after a restore. `opened_at`: when a program last opened it, to the hour.
create table overlays (
  id uuid primary key default time_ordered_id(),
  user_id uuid not null references users,
  pool_id uuid not null references pools on delete cascade,
  token_hash bytea unique,
  settings jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  opened_at timestamptz,
  constraint overlays_token_hash check (octet_length(token_hash) = 32)
);
create index overlays_user on overlays (user_id);
create index overlays_pool on overlays (pool_id);
