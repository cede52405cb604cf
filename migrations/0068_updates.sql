-- Updates: news about a pool from its creator and its owner.
create table pool_updates (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools on delete cascade,
  author_id uuid not null references users,
  -- Never changes: a picture that was public stays in caches.
  audience text not null check (audience in ('everyone', 'contributors')),
  -- Empty once deleted.
  content text not null check (char_length(content) <= 10000 and (content <> '') = (deleted_at is null)),
  request_key text not null,
  like_count int not null default 0 check (like_count >= 0),
  -- Comments and replies that are not deleted.
  comment_count int not null default 0 check (comment_count >= 0),
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid references users on delete set null,
  unique (author_id, request_key),
  -- For the foreign key of comments.
  unique (id, pool_id)
);
create index pool_updates_pool on pool_updates (pool_id, created_at desc, id desc);
create index pool_updates_author on pool_updates (author_id, created_at);
create trigger pool_updates_of_the_living after insert on pool_updates referencing new table as added
  for each statement execute function refuse_erased('author_id');

create table pool_update_images (
  update_id uuid not null references pool_updates on delete cascade,
  image_id uuid not null references images,
  position smallint not null,
  primary key (update_id, image_id)
);
create index pool_update_images_image on pool_update_images (image_id);

create function add_update_comments(pool_update uuid, step int) returns void language plpgsql as $$
begin
  update pool_updates set comment_count = comment_count + step where id = pool_update;
end $$;

create function add_update_likes(pool_update uuid, step int) returns void language plpgsql as $$
begin
  update pool_updates set like_count = like_count + step where id = pool_update;
end $$;

create table update_likes (
  user_id uuid not null references users on delete cascade,
  update_id uuid not null references pool_updates on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, update_id)
);
create index update_likes_update on update_likes (update_id);
create trigger update_likes_of_the_living after insert on update_likes referencing new table as added
  for each statement execute function refuse_erased('user_id');

create function update_likes_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then perform add_update_likes(new.update_id, 1);
  else perform add_update_likes(old.update_id, -1);
  end if;
  return null;
end $$;
create trigger update_likes_counted after insert or delete on update_likes
  for each row execute function update_likes_count();

-- A comment is about its pool, or about one of the pool's updates.
alter table comments add column update_id uuid;
alter table comments add constraint comments_of_update
  foreign key (update_id, pool_id) references pool_updates (id, pool_id) on delete cascade;
drop index comments_threads;
create index comments_threads on comments (pool_id, created_at desc, id desc)
  where update_id is null and parent_id is null and (deleted_at is null or reply_count > 0);
create index comments_update_threads on comments (update_id, created_at desc, id desc)
  where update_id is not null and parent_id is null and (deleted_at is null or reply_count > 0);

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

alter table reports drop constraint reports_kind_check;
alter table reports add constraint reports_kind_check
  check (kind in ('pool', 'update', 'comment', 'message', 'profile', 'content', 'appeal'));

-- For deleting the notices about an update.
create index notifications_update on notifications (split_part(dedupe_key, ':', 2)) where kind = 'update_posted';
