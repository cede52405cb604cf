-- Marks the owners of a changed profile as adult or not, in the order of their ids.
create or replace function users_adult_by_profile() returns trigger language plpgsql as $$
declare
  concerned uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then concerned := concerned || old.owner_id; end if;
  if tg_op <> 'DELETE' then concerned := concerned || new.owner_id; end if;
  perform set_user_adult(o.id, exists (
    select 1 from creator_profiles c join categories k on k.id = c.category_id where c.owner_id = o.id and k.adult))
  from (select distinct i.id from unnest(concerned) as i (id) where i.id is not null order by i.id) o;
  return null;
end $$;

create or replace trigger creator_profiles_adult after insert or delete or update of owner_id, category_id on creator_profiles
  for each row execute function users_adult_by_profile();
