create or replace trigger pool_search_insert after insert on pools for each row
  when (pool_is_listed(new.status)) execute function pool_search_sync();

create or replace trigger pool_search_update
  after update of status, title, description, owner_id, creator_profile_id, assigned_creator_id, adult, is_highlighted, category_ids
  on pools for each row
  when (pool_is_listed(old.status) <> pool_is_listed(new.status) or old.title <> new.title or old.description <> new.description
    or old.owner_id <> new.owner_id or old.creator_profile_id is distinct from new.creator_profile_id
    or old.assigned_creator_id is distinct from new.assigned_creator_id or old.adult <> new.adult
    or old.is_highlighted <> new.is_highlighted or old.category_ids <> new.category_ids)
  execute function pool_search_sync();

create or replace trigger search_learn_user after insert on users for each row execute function pool_search_learn_user();

create or replace trigger pool_search_rename after update of username, display_name, adult on users for each row
  when (old.username <> new.username or old.display_name is distinct from new.display_name or old.adult <> new.adult)
  execute function pool_search_rename_user();

create or replace trigger pool_search_rename
  after update of username, display_name, full_name, category_id, owner_id on creator_profiles for each row
  when (old.username <> new.username or old.display_name <> new.display_name or old.full_name <> new.full_name
    or old.category_id is distinct from new.category_id or old.owner_id is distinct from new.owner_id)
  execute function pool_search_rename_creator();

create or replace trigger search_learn_creator after insert on creator_profiles for each row execute function pool_search_rename_creator();
