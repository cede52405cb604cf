-- The vocabulary holds every word that a search can find: what it does not hold, and nothing in it begins with, no index has to be
-- asked for. Words with digits are still not corrected, nor offered as corrections.

create or replace function search_learn(words text[]) returns void language sql as $$
  insert into search_vocabulary (word, stem)
  select w, search_stem(w) from (select distinct w from unnest(words) w) known
  where not exists (select 1 from search_vocabulary v where v.word = w)
  order by w
  on conflict do nothing
$$;

-- What is among the words of a pool and begins with a sign is no word.
insert into search_vocabulary (word, stem)
  select w, search_stem(w) from (
    select unnest(tsvector_to_array(words)) from pool_search
    union select unnest(search_words(search_fold(concat_ws(' ', username, display_name, full_name)))) from creator_profiles
    union select unnest(search_words(search_fold(concat_ws(' ', username, display_name)))) from users) as given (w)
  where w !~ '^[/%_\\+*=<>^~|$#€£¥§°]'
  on conflict do nothing;

-- What a word begins, whatever the database sorts by.
create index search_vocabulary_begun on search_vocabulary (word text_pattern_ops);

drop index search_vocabulary_similar;
create index search_vocabulary_similar on search_vocabulary using gin (word gin_trgm_ops) where word !~ '[0-9]';

create or replace function search_similar(asked text, most int) returns setof text language sql stable
set pg_trgm.similarity_threshold = 0.2 as $$
  select word from search_vocabulary
  where word % asked and word !~ '[0-9]' and char_length(word) between char_length(asked) - 2 and char_length(asked) + 2
  order by similarity(word, asked) desc, word limit most
$$;

-- Pools that a search finds, at most so many. `looked_up` is what the index is asked for, `wanted` what is then asked of each row: a
-- "not" would have the index read all that it excludes, and half a word all that begin with it. Always by the index: that they are
-- few was found out before.
drop function pool_search_find(tsquery, int);
create function pool_search_find(looked_up tsquery, wanted tsquery, most int) returns setof pool_search language sql stable
set enable_seqscan = off as $$
  select s.* from pool_search s where s.words @@ looked_up and (s.words @@ wanted) is true limit most
$$;
