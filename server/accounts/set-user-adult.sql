-- Changes nothing for an account that has this value already.
create or replace function set_user_adult(person uuid, wanted boolean) returns void language plpgsql as $$
begin
  update users u set adult = wanted where u.id = person and u.adult <> wanted;
end $$;
