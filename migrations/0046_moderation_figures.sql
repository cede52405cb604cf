-- The public moderation report counts suspensions by month. A lifted suspension leaves no trace in users, so each one is logged here,
-- without the person.
create table suspension_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp()
);

insert into suspension_log (at) select suspended_at from users where suspended_at is not null;

create function log_suspension() returns trigger language plpgsql as $$
begin
  insert into suspension_log default values;
  return null;
end $$;
create trigger users_suspension_logged after update of suspended_at on users
  for each row when (old.suspended_at is null and new.suspended_at is not null) execute function log_suspension();

-- The figures read these by month.
create index reports_created on reports (created_at);
