-- Creators whose name resembles a text, a letter or two apart.
create or replace function creators_like(asked text, most int) returns setof uuid language sql stable
set pg_trgm.word_similarity_threshold = 0.45 as $$
  select c.id from creator_profiles c where (c.username || ' ' || c.display_name || ' ' || c.full_name) %> asked
  order by word_similarity(asked, c.username || ' ' || c.display_name || ' ' || c.full_name) desc, c.follower_count desc limit most
$$;
