-- Records of performers under 18 U.S.C. 2257. Names, dates and documents are encrypted with RECORDS_KEY, the scans are files in their own
-- folder. Rows outlive the creator's account until the end of the retention period.

create table performers (
  id uuid primary key default gen_random_uuid(),
  creator_id uuid not null references users,
  -- AES-256-GCM: key id, nonce, tag and ciphertext of the name, aliases, date of birth and kind of document.
  sealed bytea not null,
  scan_key text not null unique,
  created_at timestamptz not null default clock_timestamp(),
  keep_until timestamptz not null
);
create index performers_creator on performers (creator_id, created_at desc);
create index performers_keep on performers (keep_until);
create trigger performers_of_the_living after insert on performers referencing new table as added
  for each statement execute function refuse_erased('creator_id');

-- What a creator states about one production. The latest row of a pool counts; earlier ones stay as the history.
create table productions (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools,
  creator_id uuid not null references users,
  -- Encrypted: the date of production.
  sealed bytea not null,
  -- The creator states that no real person is shown.
  shows_no_one boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  keep_until timestamptz not null
);
create index productions_pool on productions (pool_id, created_at desc);
create index productions_keep on productions (keep_until);
create trigger productions_of_the_living after insert on productions referencing new table as added
  for each statement execute function refuse_erased('creator_id');

create table production_performers (
  production_id uuid not null references productions on delete cascade,
  performer_id uuid not null references performers on delete cascade,
  primary key (production_id, performer_id)
);
create index production_performers_performer on production_performers (performer_id);
