create or replace function search_words(folded text) returns text[] language sql immutable parallel safe as $$
  select array_remove(string_to_array(folded, ' '), '')
$$;

-- "songs" and "song" have one stem; the words themselves are what is looked up, so that a word that is half typed is found, too.
create or replace function search_stem(word text) returns text language sql immutable parallel safe as $$
  select coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word)
$$;

create or replace function search_signs(given text) returns text[] language sql immutable parallel safe as $$
  select case when normalize(given, NFKC) ~ '[%_\\+*=<>^~|$#€£¥§°]'
    then (select array_agg(distinct m[1]) from regexp_matches(normalize(given, NFKC), '[%_\\+*=<>^~|$#€£¥§°]', 'g') m)
    else '{}' end
$$;

-- The form in which texts and the literal parts of a search are compared: case, width and the kind of kana do not matter, as in search_fold;
-- punctuation does.
create or replace function search_literal(given text) returns text language sql immutable parallel safe as $$
  select translate(replace(lower(normalize(given, NFKC)), 'ß', 'ss'),
    'ςァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ',
    'σぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ')
$$;

-- The vocabulary holds every word that a search can find: no index is asked for a word that is not in it and that no word in it begins with.
-- Words with digits are neither corrected nor offered as corrections.
create or replace function search_learn(words text[]) returns void language sql as $$
  insert into search_vocabulary (word, stem)
  select w, search_stem(w) from (select distinct w from unnest(words) w) known
  where not exists (select 1 from search_vocabulary v where v.word = w)
  order by w
  on conflict do nothing
$$;

create or replace function search_similar(asked text, most int) returns setof text language sql stable
set pg_trgm.similarity_threshold = 0.2 as $$
  select word from search_vocabulary
  where word % asked and word !~ '[0-9]' and char_length(word) between char_length(asked) - 2 and char_length(asked) + 2
  order by similarity(word, asked) desc, word limit most
$$;

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

-- Locks first and reads afterwards, so that of two who change the same pool's words the second sees what the first wrote.
create or replace function pool_search_put(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from pool_search s where s.pool_id = any (ids) order by s.pool_id for update;
  delete from pool_search s where s.pool_id = any (ids)
    and not exists (select 1 from pools p where p.id = s.pool_id and pool_is_listed(p.status));
  insert into pool_search as s (pool_id, title, title_words, lead_words, words)
  select v.pool_id, v.title, v.title_words, v.lead_words, v.words from pool_search_of v where v.pool_id = any (ids)
  on conflict (pool_id) do update set title = excluded.title, title_words = excluded.title_words,
    lead_words = excluded.lead_words, words = excluded.words;
end $$;

create or replace function pool_search_find(looked_up tsquery, wanted tsquery, most int) returns setof pool_search language sql stable
set enable_seqscan = off as $$
  select s.* from pool_search s where s.words @@ looked_up and (s.words @@ wanted) is true limit most
$$;

-- The ids of the pools that match, at most so many. Reading only ids takes a third of the time of pool_search_find, which reads and
-- compares the texts of each pool. The caller excludes adult and highlighted pools.
create or replace function pool_search_ids(looked_up tsquery, most int) returns setof uuid language sql stable
set enable_seqscan = off as $$
  select s.pool_id from pool_search s where s.words @@ looked_up limit most
$$;

create or replace function pool_search_sync() returns trigger language plpgsql as $$
begin
  perform pool_search_put(array[new.id]);
  if pool_is_listed(new.status) then
    perform search_learn(search_words(search_fold(new.title || ' ' || new.description)));
  end if;
  return null;
end $$;

create or replace function pool_search_learn_user() returns trigger language plpgsql as $$
begin
  perform search_learn(search_words(search_fold(concat_ws(' ', new.username, new.display_name))));
  return null;
end $$;

create or replace function pool_search_rename_user() returns trigger language plpgsql as $$
begin
  perform pool_search_put(array(
    select id from pools where owner_id = new.id union select id from pools where assigned_creator_id = new.id));
  perform search_learn(search_words(search_fold(concat_ws(' ', new.username, new.display_name))));
  return null;
end $$;

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

-- The index and the vocabulary follow the functions above, so a new version of this file makes both again. The triggers are in search-triggers.sql,
-- because creating one here would keep every writer waiting until then.
select pool_search_put(array(select id from pools where pool_is_listed(status)));
insert into search_vocabulary (word, stem)
select word, search_stem(word) from (
  select distinct unnest(search_words(search_fold(text))) as word from (
    select title || ' ' || description from pools where pool_is_listed(status)
    union all select concat_ws(' ', username, display_name) from users
    union all select concat_ws(' ', username, display_name, full_name) from creator_profiles) as given (text)) as words
on conflict (word) do update set stem = excluded.stem where search_vocabulary.stem <> excluded.stem;
