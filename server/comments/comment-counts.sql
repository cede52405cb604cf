create or replace function comments_count() returns trigger language plpgsql as $$
declare
  step int := 0;
  counted comments;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then step := step - 1; end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then step := step + 1; end if;
  if step = 0 then return null; end if;
  counted := case when tg_op = 'DELETE' then old else new end;
  -- Always the thread before the pool or the update, so that two of these never wait for each other.
  if counted.parent_id is not null then
    update comments set reply_count = reply_count + step where id = counted.parent_id;
  end if;
  if counted.update_id is null then perform add_pool_comments(counted.pool_id, step);
  else perform add_update_comments(counted.update_id, step);
  end if;
  return null;
end $$;

create or replace trigger comments_counted after insert or delete or update of deleted_at on comments
  for each row execute function comments_count();

create or replace function comment_likes_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update comments set like_count = like_count + 1 where id = new.comment_id;
  else
    update comments set like_count = like_count - 1 where id = old.comment_id;
  end if;
  return null;
end $$;

create or replace trigger comment_likes_counted after insert or delete on comment_likes
  for each row execute function comment_likes_count();

create or replace function update_likes_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_update_likes(new.update_id, 1);
  else perform add_update_likes(old.update_id, -1);
  end if;
  return null;
end $$;

create or replace trigger update_likes_counted after insert or delete on update_likes
  for each row execute function update_likes_count();
