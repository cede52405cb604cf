-- The results of `cli check`, of "Check the books" and of restores, for the health page.
create table invariant_checks (
  checked_at timestamptz primary key default clock_timestamp(),
  -- How many invariants were checked.
  invariants integer not null,
  -- The names of those that did not hold.
  broken text[] not null
);
