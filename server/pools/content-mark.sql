-- A hash of the content that a person reads before they decide about a pool. A decision about other content is refused.
create or replace function pool_content_mark(pool pools) returns text language sql stable as $$
  select encode(sha256(convert_to(jsonb_build_array(
    pool.title, pool.description, pool.goal_cents, pool.category_ids, pool.creator_profile_id,
    (select jsonb_agg(i.image_id order by i.position) from pool_images i where i.pool_id = pool.id))::text, 'utf8')), 'hex')
$$;

create or replace function set_content_mark() returns trigger language plpgsql as $$
begin
  new.content_mark := pool_content_mark(new);
  return new;
end $$;
create or replace trigger set_content_mark
before insert or update of title, description, goal_cents, category_ids, creator_profile_id, content_mark on pools
for each row execute function set_content_mark();

-- The update has the trigger above compute the mark.
create or replace function renew_content_mark() returns trigger language plpgsql as $$
begin
  update pools set content_mark = '' where id in (select pool_id from changed);
  return null;
end $$;
create or replace trigger renew_content_mark_after_insert
after insert on pool_images referencing new table as changed for each statement execute function renew_content_mark();
create or replace trigger renew_content_mark_after_update
after update on pool_images referencing new table as changed for each statement execute function renew_content_mark();
create or replace trigger renew_content_mark_after_delete
after delete on pool_images referencing old table as changed for each statement execute function renew_content_mark();

-- Pools that are older than the column, or came from a backup of such a database.
update pools set content_mark = '' where content_mark = '';
