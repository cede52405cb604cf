create or replace function log_suspension() returns trigger language plpgsql as $$
begin
  insert into suspension_log default values;
  return null;
end $$;

create or replace trigger users_suspension_logged after update of suspended_at on users
  for each row when (old.suspended_at is null and new.suspended_at is not null) execute function log_suspension();
