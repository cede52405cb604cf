-- A creator appears in the pools that are assigned to them under the name of their page (decisions/0063), so the pools are found by it.
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
  left join creator_profiles ac on ac.owner_id = p.assigned_creator_id
  left join categories ak on ak.id = ac.category_id
  cross join lateral (
    select search_fold(p.title) as title, search_fold(p.description) as story,
      search_fold(concat_ws(' ', c.username, a.username, o.username, ac.username,
        case when p.adult or not coalesce(k.adult, false) then c.display_name || ' ' || c.full_name end,
        case when p.adult or not (a.adult or coalesce(ak.adult, false)) then
          case when ac.id is null then a.display_name else ac.display_name || ' ' || ac.full_name end end,
        case when p.adult or not o.adult then o.display_name end)) as names
  ) t
  where pool_is_listed(p.status);

create or replace function pool_search_rename_creator() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform pool_search_put(array(
      select id from pools where creator_profile_id = new.id
      union select id from pools where assigned_creator_id in (old.owner_id, new.owner_id)));
  elsif new.owner_id is not null then
    perform pool_search_put(array(select id from pools where assigned_creator_id = new.owner_id));
  end if;
  perform search_learn(search_words(search_fold(concat_ws(' ', new.username, new.display_name, new.full_name))));
  return null;
end $$;
create or replace trigger pool_search_rename
  after update of username, display_name, full_name, category_id, owner_id on creator_profiles for each row
  when (old.username <> new.username or old.display_name <> new.display_name or old.full_name <> new.full_name
    or old.category_id is distinct from new.category_id or old.owner_id is distinct from new.owner_id)
  execute function pool_search_rename_creator();

-- Other pools name their creator's page already, or have no creator.
select pool_search_put(array(
  select p.id from pools p join creator_profiles c on c.owner_id = p.assigned_creator_id where pool_is_listed(p.status)));
