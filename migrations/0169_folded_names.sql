-- Search by the letters that people type: without accents, inside Chinese and Japanese names, and in every width (decisions/0064).

-- As before (migration 0017), and letters that have no decomposition: ß, the final sigma, ø, ł and the like.
create or replace function search_fold(given text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(
    case when octet_length(given) = char_length(given) then
      lower(regexp_replace(replace(given, '''', ''), '[^A-Za-z0-9]+', ' ', 'g'))
    else
      regexp_replace(regexp_replace(
        translate(replace(replace(replace(replace(
          lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f''\u2018\u2019]', '', 'g')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ςøđðłı', 'σoddli'),
        '([\u2600-\u27bf\u2e80-\u2fff\u3040-\u9fff\uf900-\ufaff\U00010000-\U0010ffff])', ' \1 ', 'g'),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f\ufe00-\ufe0f]+',
        ' ', 'g')
    end,
    -- A word of the index has an end.
    '([^ ]{60})(?=[^ ])', '\1 ', 'g'))
$$;

create or replace function search_signs(given text) returns text[] language sql immutable parallel safe as $$
  select case when normalize(given, NFKC) ~ '[%_\\+*=<>^~|$#€£¥§°]'
    then (select array_agg(distinct m[1]) from regexp_matches(normalize(given, NFKC), '[%_\\+*=<>^~|$#€£¥§°]', 'g') m)
    else '{}' end
$$;

-- The form in which texts and the literal parts of a search are compared: case and width do not matter, punctuation does.
create function search_literal(given text) returns text language sql immutable parallel safe as $$
  select translate(replace(lower(normalize(given, NFKC)), 'ß', 'ss'), 'ς', 'σ')
$$;

-- The pattern that finds a text in folded names with a space around them, so that every word and each Chinese or Japanese character has a
-- beginning and an end. Null for a text without letters. Two letters match at the beginning of a word.
create function search_names_pattern(asked text) returns text language sql immutable parallel safe as $$
  select case when f = '' then null else
    case when char_length(f) < 3 or f ~ '^[\u2e80-\u2fff\u3040-\u9fff\uf900-\ufaff]' then '% ' else '%' end || f ||
    case when f ~ '[\u2e80-\u2fff\u3040-\u9fff\uf900-\ufaff]$' then ' %' else '%' end end
  from (select search_fold(asked) as f) t
$$;

create index users_search_folded on users using gin ((' ' || search_fold(username || ' ' || coalesce(display_name, '')) || ' ') gin_trgm_ops);
create index creator_profiles_search_folded on creator_profiles
  using gin ((' ' || search_fold(username || ' ' || display_name || ' ' || full_name) || ' ') gin_trgm_ops);

with changed as (
  update pool_search s set title = v.title, title_words = v.title_words, lead_words = v.lead_words, words = v.words
  from pool_search_of v join pools p on p.id = v.pool_id
  where v.pool_id = s.pool_id
    and (s.words::text ~ '[ßςæœøđðłıþ]' or p.title || p.description ~ '[％＿＼＋＊＝＜＞＾～｜＄＃￡￥]')
  returning s.words)
insert into search_vocabulary (word, stem)
  select w, search_stem(w) from (
    select distinct w from (
      select unnest(tsvector_to_array(words)) from changed
      union all select unnest(search_words(search_fold(concat_ws(' ', username, display_name)))) from users
        where display_name ~ '[ßςæœøđðłıþẞÆŒØĐÐŁÞ]'
      union all select unnest(search_words(search_fold(concat_ws(' ', username, display_name, full_name)))) from creator_profiles
        where display_name || full_name ~ '[ßςæœøđðłıþẞÆŒØĐÐŁÞ]') as given (w)
    where char_length(w) between 2 and 30 and w !~ '[0-9/]') words
  on conflict do nothing;
