-- Which request writes to an upload. Unlogged: after a crash of PostgreSQL no request writes any more.

create unlogged table upload_locks (
  upload_id text primary key,
  token uuid not null,
  expires_at timestamptz not null,
  -- Another request waits for this lock.
  wanted boolean not null default false
);
