create or replace function is_suspended(person uuid) returns boolean
language sql stable parallel safe as $$
  select exists (select from users u where u.id = person and u.suspended_at is not null)
$$;

-- Tells every node that a person was suspended (server/accounts/module.ts). The payload is the person's id. Always by NOTIFY: broadcasts between
-- nodes may go through Redis.
create or replace function tell_of_suspension() returns trigger language plpgsql as $$
begin
  perform pg_notify('user_suspended', new.id::text);
  return null;
end $$;

create or replace trigger users_suspended after update of suspended_at on users
  for each row when (old.suspended_at is null and new.suspended_at is not null) execute function tell_of_suspension();
