-- Search that forgives slips of the finger, and the other orders of the feed.

-- Words ---------------------------------------------------------------------------------------------------------------

-- What is written, as words apart by one space: lower case, without accents and apostrophes; each Chinese or Japanese character and
-- each emoji is a word. Most text is plain ASCII, for which one pass is enough.
create function search_fold(given text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(
    case when octet_length(given) = char_length(given) then
      lower(regexp_replace(replace(given, '''', ''), '[^A-Za-z0-9]+', ' ', 'g'))
    else
      regexp_replace(regexp_replace(
        lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f''\u2018\u2019]', '', 'g')),
        '([\u2600-\u27bf\u2e80-\u2fff\u3040-\u9fff\uf900-\ufaff\U00010000-\U0010ffff])', ' \1 ', 'g'),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f\ufe00-\ufe0f]+',
        ' ', 'g')
    end,
    -- A word of the index has an end.
    '([^ ]{60})(?=[^ ])', '\1 ', 'g'))
$$;

create function search_words(folded text) returns text[] language sql immutable parallel safe as $$
  select array_remove(string_to_array(folded, ' '), '')
$$;

-- Signs that mean something where somebody looks for them ("100%", "c++"); what only closes a sentence is none.
create function search_signs(given text) returns text[] language sql immutable parallel safe as $$
  select case when given ~ '[%_\\+*=<>^~|$#€£¥§°]'
    then (select array_agg(distinct m[1]) from regexp_matches(given, '[%_\\+*=<>^~|$#€£¥§°]', 'g') m)
    else '{}' end
$$;

-- "songs" and "song" have one stem; the words themselves are what is looked up, so that a word that is half typed is found, too.
create function search_stem(word text) returns text language sql immutable parallel safe as $$
  select coalesce((ts_lexize('pg_catalog.english_stem', word))[1], word)
$$;

-- All words in use: where a search finds nothing, the ones that resemble its words are tried. Words with digits are names of
-- things, which nobody wants corrected.
create table search_vocabulary (
  word text primary key,
  stem text not null
);
create index search_vocabulary_stem on search_vocabulary (stem);
create index search_vocabulary_similar on search_vocabulary using gin (word gin_trgm_ops);

create function search_learn(words text[]) returns void language sql as $$
  insert into search_vocabulary (word, stem)
  select w, search_stem(w) from (select distinct w from unnest(words) w where char_length(w) between 2 and 30 and w !~ '[0-9]') known
  where not exists (select 1 from search_vocabulary v where v.word = w)
  order by w
  on conflict do nothing
$$;

-- A lower threshold than usual: two letters that changed places cost a short word most of its trigrams.
create function search_similar(asked text, most int) returns setof text language sql stable
set pg_trgm.similarity_threshold = 0.2 as $$
  select word from search_vocabulary
  where word % asked and char_length(word) between char_length(asked) - 2 and char_length(asked) + 2
  order by similarity(word, asked) desc, word limit most
$$;

-- Pools ---------------------------------------------------------------------------------------------------------------

-- One row a listed pool. `words` holds every word of it, its signs, and what a search is narrowed by: /adult, /top, /c and the
-- number of each category; no word begins with a slash.
create table pool_search (
  pool_id uuid primary key references pools on delete cascade,
  title text not null,
  title_words tsvector not null,
  -- Of the title, and of the people the pool is about: whoever is asked and whoever asks.
  lead_words tsvector not null,
  words tsvector not null
);
create index pool_search_words on pool_search using gin (words) with (fastupdate = off);

create view pool_search_of as
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
  left join users a on a.id = p.assigned_creator_id
  cross join lateral (
    select search_fold(p.title) as title, search_fold(p.description) as story,
      search_fold(concat_ws(' ', c.username, c.display_name, c.full_name, a.username, a.display_name, o.username, o.display_name)) as names
  ) t
  where pool_is_listed(p.status);

-- Locks first and reads afterwards, so that of two who change the same pool's words the second sees what the first wrote.
create function pool_search_put(ids uuid[]) returns void language plpgsql as $$
begin
  perform 1 from pool_search s where s.pool_id = any (ids) order by s.pool_id for update;
  delete from pool_search s where s.pool_id = any (ids)
    and not exists (select 1 from pools p where p.id = s.pool_id and pool_is_listed(p.status));
  insert into pool_search as s (pool_id, title, title_words, lead_words, words)
  select v.pool_id, v.title, v.title_words, v.lead_words, v.words from pool_search_of v where v.pool_id = any (ids)
  on conflict (pool_id) do update set title = excluded.title, title_words = excluded.title_words,
    lead_words = excluded.lead_words, words = excluded.words;
end $$;

create function pool_search_sync() returns trigger language plpgsql as $$
begin
  perform pool_search_put(array[new.id]);
  if pool_is_listed(new.status) then
    perform search_learn(search_words(search_fold(new.title || ' ' || new.description)));
  end if;
  return null;
end $$;
create trigger pool_search_insert after insert on pools for each row
  when (pool_is_listed(new.status)) execute function pool_search_sync();
create trigger pool_search_update
  after update of status, title, description, owner_id, creator_profile_id, assigned_creator_id, adult, is_highlighted, category_ids
  on pools for each row
  when (pool_is_listed(old.status) <> pool_is_listed(new.status) or old.title <> new.title or old.description <> new.description
    or old.owner_id <> new.owner_id or old.creator_profile_id is distinct from new.creator_profile_id
    or old.assigned_creator_id is distinct from new.assigned_creator_id or old.adult <> new.adult
    or old.is_highlighted <> new.is_highlighted or old.category_ids <> new.category_ids)
  execute function pool_search_sync();

create function pool_search_rename_user() returns trigger language plpgsql as $$
begin
  perform pool_search_put(array(
    select id from pools where owner_id = new.id union select id from pools where assigned_creator_id = new.id));
  perform search_learn(search_words(search_fold(concat_ws(' ', new.username, new.display_name))));
  return null;
end $$;
create trigger pool_search_rename after update of username, display_name on users for each row
  when (old.username <> new.username or old.display_name is distinct from new.display_name)
  execute function pool_search_rename_user();
create function pool_search_learn_user() returns trigger language plpgsql as $$
begin
  perform search_learn(search_words(search_fold(concat_ws(' ', new.username, new.display_name))));
  return null;
end $$;
create trigger search_learn_user after insert on users for each row execute function pool_search_learn_user();

create function pool_search_rename_creator() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform pool_search_put(array(select id from pools where creator_profile_id = new.id));
  end if;
  perform search_learn(search_words(search_fold(concat_ws(' ', new.username, new.display_name, new.full_name))));
  return null;
end $$;
create trigger pool_search_rename after update of username, display_name, full_name on creator_profiles for each row
  when (old.username <> new.username or old.display_name <> new.display_name or old.full_name <> new.full_name)
  execute function pool_search_rename_creator();
create trigger search_learn_creator after insert on creator_profiles for each row execute function pool_search_rename_creator();

-- Pools that a search finds, at most so many. Always by the index: that they are few was found out before this is asked.
create function pool_search_find(wanted tsquery, most int) returns setof pool_search language sql stable
set enable_seqscan = off as $$
  select s.* from pool_search s where s.words @@ wanted limit most
$$;

-- Orders of the feed ------------------------------------------------------------------------------------------------------

-- How much is going on at a pool, as the logarithm of a sum in which every fan, comment and like counts for e^(its moment / 1.5
-- days): what happened yesterday counts half of what happens now, and yet nothing has to be computed anew as time goes by, since
-- all pools lose alike.
create function heat_at(moment timestamptz) returns double precision language sql immutable parallel safe as $$
  select extract(epoch from moment)::double precision / 124650.0
$$;

-- `weight` more (or less) at a moment. Never below `floor`, which is what a pool has for being new.
create function heat_plus(heat double precision, weight int, moment timestamptz, floor double precision)
returns double precision language plpgsql immutable as $$
declare
  added double precision;
  high double precision;
begin
  if weight = 0 then return heat; end if;
  added := heat_at(moment) + ln(abs(weight)::double precision);
  if weight > 0 then
    high := greatest(heat, added);
    return high + ln(1 + exp(greatest(-600, least(heat, added) - high)));
  end if;
  if added >= heat - 1e-9 then return floor; end if;
  return greatest(floor, heat + ln(1 - exp(greatest(-600, added - heat))));
end $$;

alter table pools add column heat double precision not null default 0;

create function pool_activity(fans int, comments int, likes int) returns int language sql immutable as $$
  select 3 * fans + 2 * comments + likes
$$;

create function pool_heat_sync() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.heat := heat_plus(heat_at(new.created_at), pool_activity(new.fan_count, new.comment_count, new.like_count), new.created_at,
      heat_at(new.created_at));
    return new;
  end if;
  if new.created_at <> old.created_at then
    new.heat := new.heat + heat_at(new.created_at) - heat_at(old.created_at);
  end if;
  new.heat := heat_plus(new.heat,
    pool_activity(new.fan_count - old.fan_count, new.comment_count - old.comment_count, new.like_count - old.like_count),
    clock_timestamp(), heat_at(new.created_at));
  return new;
end $$;

update pools p set heat = heat_plus(heat_at(p.created_at), pool_activity(p.fan_count, p.comment_count, p.like_count),
  coalesce((select max(f.pledged_at) from pledges f where f.pool_id = p.id), p.created_at), heat_at(p.created_at));

create trigger pool_heat_insert before insert on pools for each row execute function pool_heat_sync();
create trigger pool_heat_update before update of fan_count, comment_count, like_count, created_at on pools for each row
  when (old.fan_count <> new.fan_count or old.comment_count <> new.comment_count or old.like_count <> new.like_count
    or old.created_at <> new.created_at)
  execute function pool_heat_sync();

-- When a pool that is short of its goal ends; infinity where no deadline presses.
create function pool_ends_at(status text, frozen boolean, deadline timestamptz) returns timestamptz language sql immutable as $$
  select case when status in ('open', 'accepted') and not frozen then deadline else 'infinity' end
$$;

-- How near a pool is to a goal that it can still reach, in millionths; -1 where it has reached it or cannot any more.
create function pool_nearness(status text, frozen boolean, pledged_cents bigint, goal_cents bigint) returns int language sql immutable as $$
  select case when status in ('open', 'accepted') and not frozen and pledged_cents < goal_cents
    then (pledged_cents * 1000000 / goal_cents)::int else -1 end
$$;

-- What the feed is sorted by: one row for the whole feed (category 0) and one per category, as in pool_feed. A table of its own,
-- since it changes with each pledge and pool_feed does not.
create table pool_ranks (
  category_id smallint not null,
  pool_id uuid not null references pools on delete cascade,
  adult boolean not null,
  highlighted boolean not null,
  created_at timestamptz not null,
  heat double precision not null,
  funded_cents bigint not null,
  nearness int not null,
  ends_at timestamptz not null,
  primary key (pool_id, category_id)
);
create index pool_ranks_heat on pool_ranks (category_id, heat desc, pool_id desc) include (adult, highlighted);
create index pool_ranks_funded on pool_ranks (category_id, funded_cents desc, created_at desc, pool_id desc)
  include (adult, highlighted);
create index pool_ranks_nearness on pool_ranks (category_id, nearness desc, created_at desc, pool_id desc)
  include (adult, highlighted);
create index pool_ranks_ends on pool_ranks (category_id, ends_at, created_at desc, pool_id desc) include (adult, highlighted);

create view pool_ranks_of as
  select distinct c as category_id, p.id as pool_id, p.adult, p.is_highlighted as highlighted, p.created_at, p.heat,
    p.pledged_cents as funded_cents, pool_nearness(p.status, p.frozen, p.pledged_cents, p.goal_cents) as nearness,
    pool_ends_at(p.status, p.frozen, p.deadline) as ends_at
  from pools p cross join unnest(array_prepend(0::smallint, p.category_ids)) as c
  where pool_is_listed(p.status);

create function pool_ranks_sync() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if pool_is_listed(old.status) and pool_is_listed(new.status) and old.category_ids = new.category_ids then
      update pool_ranks set adult = new.adult, highlighted = new.is_highlighted, created_at = new.created_at, heat = new.heat,
        funded_cents = new.pledged_cents,
        nearness = pool_nearness(new.status, new.frozen, new.pledged_cents, new.goal_cents),
        ends_at = pool_ends_at(new.status, new.frozen, new.deadline)
      where pool_id = new.id;
      return null;
    end if;
    delete from pool_ranks where pool_id = new.id;
  end if;
  insert into pool_ranks (category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at)
  select v.category_id, v.pool_id, v.adult, v.highlighted, v.created_at, v.heat, v.funded_cents, v.nearness, v.ends_at
  from pool_ranks_of v where v.pool_id = new.id;
  return null;
end $$;
create trigger pool_ranks_insert after insert on pools for each row
  when (pool_is_listed(new.status)) execute function pool_ranks_sync();
create trigger pool_ranks_update
  after update of status, frozen, deadline, goal_cents, pledged_cents, fan_count, comment_count, like_count, adult, is_highlighted,
    category_ids, created_at
  on pools for each row
  when ((pool_is_listed(old.status) or pool_is_listed(new.status))
    and (old.status <> new.status or old.frozen <> new.frozen or old.deadline <> new.deadline or old.goal_cents <> new.goal_cents
      or old.pledged_cents <> new.pledged_cents or old.heat <> new.heat or old.adult <> new.adult
      or old.is_highlighted <> new.is_highlighted or old.category_ids <> new.category_ids or old.created_at <> new.created_at))
  execute function pool_ranks_sync();

-- What is there already ---------------------------------------------------------------------------------------------------

insert into pool_search (pool_id, title, title_words, lead_words, words)
  select pool_id, title, title_words, lead_words, words from pool_search_of;
insert into search_vocabulary (word, stem)
  select w, search_stem(w) from (
    select distinct w from (
      select unnest(search_words(search_fold(title || ' ' || description))) from pools where pool_is_listed(status)
      union all select unnest(search_words(search_fold(concat_ws(' ', username, display_name, full_name)))) from creator_profiles
      union all select unnest(search_words(search_fold(concat_ws(' ', username, display_name)))) from users) as given (w)
    where char_length(w) between 2 and 30 and w !~ '[0-9]') words;
insert into pool_ranks (category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at)
  select category_id, pool_id, adult, highlighted, created_at, heat, funded_cents, nearness, ends_at from pool_ranks_of;

-- The trigrams of whole texts are not needed any more; those of creators' names are.
drop index pools_search;
create index creator_profiles_search on creator_profiles using gin ((username || ' ' || display_name || ' ' || full_name) gin_trgm_ops);

-- Creators whose name resembles a text, a letter or two apart.
create function creators_like(asked text, most int) returns setof uuid language sql stable
set pg_trgm.word_similarity_threshold = 0.45 as $$
  select c.id from creator_profiles c where (c.username || ' ' || c.display_name || ' ' || c.full_name) %> asked
  order by word_similarity(asked, c.username || ' ' || c.display_name || ' ' || c.full_name) desc, c.follower_count desc limit most
$$;
