-- What fans write to the creator of a delivery, once per fan and pool. A removed text is emptied and its row stays, so that the fan cannot
-- write another one.
create table thanks (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools (id),
  fan_id uuid not null references users (id),
  body text not null check (char_length(body) <= 280),
  created_at timestamptz not null default clock_timestamp(),
  removed_at timestamptz,
  constraint thanks_one_per_fan unique (pool_id, fan_id),
  check ((removed_at is null) = (body <> ''))
);
create index thanks_newest on thanks (pool_id, created_at desc, id);
create index thanks_of_fan on thanks (fan_id);
create trigger thanks_of_the_living after insert on thanks referencing new table as added
  for each statement execute function refuse_erased('fan_id');

alter table reports drop constraint reports_kind_check;
alter table reports add constraint reports_kind_check
  check (kind in ('pool', 'update', 'comment', 'message', 'profile', 'content', 'thanks', 'appeal'));
