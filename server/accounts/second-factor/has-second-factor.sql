-- Keeps users.has_second_factor. A recovery code is no factor: the codes go with the last one. The lock on the person orders changes that race.
create or replace function keep_second_factor() returns trigger language plpgsql as $$
declare
  person uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
begin
  perform 1 from users where id = person for no key update;
  update users u
  set has_second_factor = exists (select from passkeys p where p.user_id = person)
    or exists (select from authenticator_apps a where a.user_id = person and a.confirmed_at is not null)
  where u.id = person;
  delete from recovery_codes c where c.user_id = person and exists (select from users u where u.id = person and not u.has_second_factor);
  return null;
end $$;

create or replace trigger passkeys_second_factor after insert or delete on passkeys
  for each row execute function keep_second_factor();
create or replace trigger authenticator_apps_second_factor after insert or delete or update of confirmed_at on authenticator_apps
  for each row execute function keep_second_factor();
