-- One active admin always remains, whichever operation takes the rights of the others. Transactions that each remove an admin take turns by the
-- advisory lock, so that the second one sees what the first one did.
create or replace function keep_one_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7203115);
  if not exists (select from users where role = 'admin' and suspended_at is null and deleted_at is null) then
    raise exception 'account % is the last active admin', old.id using errcode = 'FF409';
  end if;
  return null;
end $$;

create or replace trigger users_keep_one_admin after update of role, suspended_at, deleted_at on users for each row
  when (old.role = 'admin' and old.suspended_at is null and old.deleted_at is null
    and (new.role <> 'admin' or new.suspended_at is not null or new.deleted_at is not null))
  execute function keep_one_admin();
