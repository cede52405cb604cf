-- The calendar feeds of people. The address of a feed holds a token, of which only the hash is kept. `content_hash` and `changed_at`: the
-- entries of the last read, and since when they are as they are.
create table calendars (
  user_id uuid primary key references users,
  token_hash bytea not null unique,
  created_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  content_hash bytea,
  changed_at timestamptz not null default clock_timestamp(),
  constraint calendars_token_hash check (octet_length(token_hash) = 32)
);
