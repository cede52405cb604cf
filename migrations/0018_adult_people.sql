-- Whose own words and picture are for adults, because the creator profile that they own is: the flag follows the profiles, so that
-- every list of people has it at hand.
alter table users add column adult boolean not null default false;

create function users_adult_by_profile() returns trigger language plpgsql as $$
declare
  concerned uuid[] := '{}';
begin
  if tg_op <> 'INSERT' then concerned := concerned || old.owner_id; end if;
  if tg_op <> 'DELETE' then concerned := concerned || new.owner_id; end if;
  update users u set adult = not u.adult
  where u.id = any(concerned) and u.adult <> exists (
    select 1 from creator_profiles c join categories k on k.id = c.category_id where c.owner_id = u.id and k.adult);
  return null;
end $$;
create trigger creator_profiles_adult after insert or delete or update of owner_id, category_id on creator_profiles
  for each row execute function users_adult_by_profile();

update users u set adult = true
from creator_profiles c join categories k on k.id = c.category_id where c.owner_id = u.id and k.adult;

-- Whether a picture may be shown to everyone is asked by its address.
create index users_avatar on users (avatar_url) where avatar_url is not null;
create index creator_profiles_avatar on creator_profiles (avatar_url) where avatar_url is not null;
create index pool_images_image on pool_images (image_id);
