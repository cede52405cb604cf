-- Hiragana and katakana spell the same words, so a search treats them alike. The indexes hold the result of the function.
create or replace function search_fold(given text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(
    case when octet_length(given) = char_length(given) then
      lower(regexp_replace(replace(given, '''', ''), '[^A-Za-z0-9]+', ' ', 'g'))
    else
      regexp_replace(regexp_replace(
        translate(replace(replace(replace(replace(
          lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f''\u2018\u2019]', '', 'g')),
          'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
          'ςøđðłıァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ',
          'σoddliぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ'),
        '([\u2600-\u27bf\u2e80-\u2fff\u3040-\u9fff\uf900-\ufaff\U00010000-\U0010ffff])', ' \1 ', 'g'),
        '[\u0001-\u002f\u003a-\u0060\u007b-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f\ufe00-\ufe0f]+',
        ' ', 'g')
    end,
    -- A word of the index has an end.
    '([^ ]{60})(?=[^ ])', '\1 ', 'g'))
$$;

-- Unlike REINDEX, this blocks only writes while the indexes are made.
create index users_search_folded_kana on users using gin ((' ' || search_fold(username || ' ' || coalesce(display_name, '')) || ' ') gin_trgm_ops);
create index creator_profiles_search_folded_kana on creator_profiles
  using gin ((' ' || search_fold(username || ' ' || display_name || ' ' || full_name) || ' ') gin_trgm_ops);
create index messages_search_kana on messages using gin (room_id, (' ' || search_fold(content) || ' ') gin_trgm_ops)
  with (gin_pending_list_limit = 256)
  where deleted_at is null and sender_id is not null;
drop index users_search_folded;
alter index users_search_folded_kana rename to users_search_folded;
drop index creator_profiles_search_folded;
alter index creator_profiles_search_folded_kana rename to creator_profiles_search_folded;
drop index messages_search;
alter index messages_search_kana rename to messages_search;
