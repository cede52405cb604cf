-- A verified creator asks for a pool that asks no one in particular; an admin decides.
create table pool_claims (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools on delete cascade,
  user_id uuid not null references users on delete cascade,
  message text not null,
  proof_url text not null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  reason text,
  -- Null while pending, and where it was closed because the pool had ended.
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'pending') = (decided_at is null))
);
create unique index pool_claims_one_open on pool_claims (pool_id, user_id) where status = 'pending';
-- Whoever was approved is the pool's creator: there is one.
create unique index pool_claims_one_approved on pool_claims (pool_id) where status = 'approved';
create index pool_claims_user on pool_claims (user_id, created_at desc);
create index pool_claims_status on pool_claims (status, created_at desc);
