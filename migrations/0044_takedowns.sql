-- Takedown notices under 17 U.S.C. 512(c), the material that they disable, and counter-notices.

create table takedown_notices (
  id uuid primary key default gen_random_uuid(),
  -- The complainant, who may have no account.
  name text not null,
  email text not null,
  address text not null,
  phone text not null,
  -- The copyright owner, if the complainant acts for one.
  owner_name text,
  work text not null,
  -- Addresses of the material, as the complainant gave them.
  locations text[] not null check (cardinality(locations) > 0),
  signature text not null,
  user_id uuid references users on delete set null,
  status text not null default 'open' check (status in ('open', 'acted', 'rejected')),
  reason text check (status <> 'rejected' or reason is not null),
  decided_by uuid references users,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'open') = (decided_at is null))
);
create index takedown_notices_status on takedown_notices (status, created_at desc);

create table takedown_materials (
  id uuid primary key default gen_random_uuid(),
  notice_id uuid not null references takedown_notices,
  kind text not null check (kind in ('pool', 'comment', 'delivery')),
  -- A pool, a comment, a delivery. No reference, because the row outlives what was disabled.
  target_id uuid not null,
  pool_id uuid not null references pools,
  -- The person who posted the material.
  subject_id uuid not null references users,
  -- What the subject reads: the title or the beginning of the text.
  label text not null,
  -- What a restoration puts back, by kind.
  kept jsonb not null,
  -- Disabling the material froze the pool, so restoring it unfreezes the pool.
  froze_pool boolean not null,
  status text not null default 'disabled' check (status in ('disabled', 'countered', 'restored', 'kept_down')),
  -- While disabled: the end of the time to answer. While countered: when the material is restored.
  due_at timestamptz,
  disabled_at timestamptz not null default clock_timestamp(),
  settled_at timestamptz,
  -- Why it was restored or stays down.
  outcome text check (outcome in ('unanswered', 'action_filed', 'admin', 'clock')),
  reason text,
  check ((status in ('disabled', 'countered')) = (due_at is not null)),
  check ((status in ('restored', 'kept_down')) = (settled_at is not null)),
  check ((settled_at is not null) = (outcome is not null))
);
-- One live case per material: a second notice about it waits for the first.
create unique index takedown_materials_live on takedown_materials (kind, target_id) where status in ('disabled', 'countered');
create index takedown_materials_notice on takedown_materials (notice_id);
create index takedown_materials_subject on takedown_materials (subject_id, disabled_at desc);
create index takedown_materials_due on takedown_materials (due_at) where due_at is not null;
create index takedown_materials_pool on takedown_materials (pool_id);

create table counter_notices (
  id uuid primary key default gen_random_uuid(),
  material_id uuid not null unique references takedown_materials,
  name text not null,
  email text not null,
  address text not null,
  phone text not null,
  explanation text not null default '',
  signature text not null,
  created_at timestamptz not null default clock_timestamp()
);

-- Media: a withheld picture is served to admins only and survives while nothing uses it.
alter table images add column withheld_at timestamptz;

-- Delivery: contributors cannot read a withheld delivery. It also holds the payout, as an open objection does.
alter table content_claims add column withheld_at timestamptz;
create index content_claims_withheld on content_claims (pool_id) where withheld_at is not null;
