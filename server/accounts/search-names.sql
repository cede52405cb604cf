-- The pattern that finds a text in folded names with a space around them, so that every word and each Chinese or Japanese character has a
-- beginning and an end. Null for a text without letters. Two letters match at the beginning of a word.
create or replace function search_names_pattern(asked text) returns text language sql immutable parallel safe as $$
  select case when f = '' then null else
    case when char_length(f) < 3 or f ~ '^[\u2e80-\u2fff\u3040-\u9fff\uf900-\ufaff]' then '% ' else '%' end || f ||
    case when f ~ '[\u2e80-\u2fff\u3040-\u9fff\uf900-\ufaff]$' then ' %' else '%' end end
  from (select search_fold(asked) as f) t
$$;
