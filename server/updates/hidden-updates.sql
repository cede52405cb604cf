-- Whether a block hides the updates of this author on this pool from the reader. The author cannot take the news of a pool from a fan whose
-- pledge to it counts; the fan can, by blocking the author.
create or replace function update_is_hidden(reader uuid, author uuid, pool uuid) returns boolean language sql stable as $$
  select author in (select w from writers_hidden_from(reader) w) and (has_blocked(reader, author) or not exists (
    select from pledges g
    where g.pool_id = pool and g.fan_id = reader and g.status in ('pledged', 'charging', 'notified', 'paid')))
$$;
