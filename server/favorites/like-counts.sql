create or replace function pool_likes_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_pool_likes(new.pool_id, 1);
  else perform add_pool_likes(old.pool_id, -1);
  end if;
  return null;
end $$;

create or replace trigger pool_likes_counted after insert or delete on pool_likes for each row execute function pool_likes_count();
