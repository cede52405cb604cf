create or replace function add_update_comments(pool_update uuid, step int) returns void language plpgsql as $$
begin
  update pool_updates set comment_count = comment_count + step where id = pool_update;
end $$;

create or replace function add_update_likes(pool_update uuid, step int) returns void language plpgsql as $$
begin
  update pool_updates set like_count = like_count + step where id = pool_update;
end $$;
