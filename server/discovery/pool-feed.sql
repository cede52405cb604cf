create or replace function pool_feed_sync() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and pool_is_listed(old.status) then
    with gone as (delete from pool_feed where pool_id = old.id returning category_id, adult, highlighted)
    update feed_counts c set n = c.n - 1 from gone
    where (c.category_id, c.adult, c.highlighted) = (gone.category_id, gone.adult, gone.highlighted);
  end if;
  if tg_op <> 'DELETE' and pool_is_listed(new.status) then
    with added as (
      insert into pool_feed (category_id, pool_id, adult, highlighted, created_at)
      select c, new.id, new.adult, new.is_highlighted, new.created_at
      from unnest(array_prepend(0::smallint, new.category_ids)) as c
      returning category_id, adult, highlighted)
    insert into feed_counts (category_id, adult, highlighted, n)
    select category_id, adult, highlighted, 1 from added order by category_id
    on conflict (category_id, adult, highlighted) do update set n = feed_counts.n + 1;
  end if;
  -- Only the trigger before a delete is asked: null would keep the row.
  return old;
end $$;

create or replace trigger pool_feed_insert after insert on pools for each row execute function pool_feed_sync();

create or replace trigger pool_feed_delete before delete on pools for each row execute function pool_feed_sync();

create or replace trigger pool_feed_update after update of status, adult, is_highlighted, category_ids on pools for each row
  when (pool_is_listed(old.status) <> pool_is_listed(new.status) or old.adult <> new.adult
    or old.is_highlighted <> new.is_highlighted or old.category_ids <> new.category_ids)
  execute function pool_feed_sync();
