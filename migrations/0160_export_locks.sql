-- One export of personal data per person at a time, on all nodes. The holder renews its row; the row of a killed process expires.
-- Unlogged: after a crash of PostgreSQL no export runs any more.
create unlogged table export_locks (
  user_id uuid primary key references users,
  token uuid not null,
  expires_at timestamptz not null
);
