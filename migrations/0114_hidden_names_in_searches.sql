-- Visitors who have not passed the age gate do not see the names of adult creators, only their usernames. A pool that is not adult must
-- not be found by such a name either, because the result connects the name with the username.
create or replace view pool_search_of as
  select p.id as pool_id, t.title, array_to_tsvector(search_words(t.title)) as title_words,
    array_to_tsvector(search_words(t.title || ' ' || t.names)) as lead_words,
    array_to_tsvector(
      search_words(t.title || ' ' || t.names || ' ' || t.story)
      || search_signs(p.title || p.description)
      || case when p.adult then '{/adult}'::text[] else '{}' end
      || case when p.is_highlighted then '{/top}'::text[] else '{}' end
      || array(select '/c' || c from unnest(p.category_ids) c)) as words
  from pools p
  join users o on o.id = p.owner_id
  left join creator_profiles c on c.id = p.creator_profile_id
  left join categories k on k.id = c.category_id
  left join users a on a.id = p.assigned_creator_id
  cross join lateral (
    select search_fold(p.title) as title, search_fold(p.description) as story,
      search_fold(concat_ws(' ', c.username, a.username, o.username,
        case when p.adult or not coalesce(k.adult, false) then c.display_name || ' ' || c.full_name end,
        case when p.adult or not a.adult then a.display_name end,
        case when p.adult or not o.adult then o.display_name end)) as names
  ) t
  where pool_is_listed(p.status);

create or replace trigger pool_search_rename after update of username, display_name, adult on users for each row
  when (old.username <> new.username or old.display_name is distinct from new.display_name or old.adult <> new.adult)
  execute function pool_search_rename_user();
create or replace trigger pool_search_rename after update of username, display_name, full_name, category_id on creator_profiles for each row
  when (old.username <> new.username or old.display_name <> new.display_name or old.full_name <> new.full_name
    or old.category_id is distinct from new.category_id)
  execute function pool_search_rename_creator();

-- The order of the names has changed for every pool, but the words are a set, so only pools with a hidden name differ.
select pool_search_put(array(
  select p.id from pools p
  join users o on o.id = p.owner_id
  left join creator_profiles c on c.id = p.creator_profile_id
  left join categories k on k.id = c.category_id
  left join users a on a.id = p.assigned_creator_id
  where pool_is_listed(p.status) and not p.adult and (o.adult or k.adult or a.adult)));
