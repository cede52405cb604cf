-- What fans say about a pool: likes, comments with one level of replies, and reports to the admins.

create table pool_likes (
  user_id uuid not null references users on delete cascade,
  pool_id uuid not null references pools on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (user_id, pool_id)
);
create index pool_likes_pool on pool_likes (pool_id);
-- A person's favourites, newest first.
create index pool_likes_favorites on pool_likes (user_id, created_at desc, pool_id);

-- The counts follow the rows, whichever way these come and go (an account that is deleted takes its likes along).
create function pool_likes_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update pools set like_count = like_count + 1 where id = new.pool_id;
  else
    update pools set like_count = like_count - 1 where id = old.pool_id;
  end if;
  return null;
end $$;
create trigger pool_likes_counted after insert or delete on pool_likes for each row execute function pool_likes_count();

create table comments (
  id uuid primary key default gen_random_uuid(),
  pool_id uuid not null references pools on delete cascade,
  author_id uuid not null references users,
  -- The top of the thread; replies have none of their own, so that a thread is one level deep.
  parent_id uuid references comments on delete cascade,
  -- Empty once deleted: the words are gone, the place in the thread may stay.
  content text not null check (char_length(content) <= 2000 and (content <> '') = (deleted_at is null)),
  -- Live replies.
  reply_count int not null default 0 check (reply_count >= 0),
  created_at timestamptz not null default clock_timestamp(),
  deleted_at timestamptz,
  deleted_by uuid references users on delete set null
);
-- A page of threads: a deleted one is shown as long as somebody's answer hangs on it.
create index comments_threads on comments (pool_id, created_at desc, id desc)
  where parent_id is null and (deleted_at is null or reply_count > 0);
create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null and deleted_at is null;
create index comments_author on comments (author_id, created_at desc);

create function comments_count() returns trigger language plpgsql as $$
declare
  step int := 0;
  counted comments;
begin
  if tg_op <> 'INSERT' and old.deleted_at is null then step := step - 1; end if;
  if tg_op <> 'DELETE' and new.deleted_at is null then step := step + 1; end if;
  if step = 0 then return null; end if;
  counted := case when tg_op = 'DELETE' then old else new end;
  -- The thread before the pool, always, so that two of these never wait for each other.
  if counted.parent_id is not null then
    update comments set reply_count = reply_count + step where id = counted.parent_id;
  end if;
  update pools set comment_count = comment_count + step where id = counted.pool_id;
  return null;
end $$;
create trigger comments_counted after insert or delete or update of deleted_at on comments
  for each row execute function comments_count();

create table reports (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('pool', 'comment', 'message', 'profile', 'content')),
  -- A pool, a comment, a chat message, a creator profile or a person, a delivery. No reference: what is reported may go.
  target_id uuid not null,
  reporter_id uuid not null references users on delete cascade,
  -- Where it is and whose it is, as far as it has these.
  pool_id uuid references pools on delete cascade,
  subject_id uuid references users on delete set null,
  -- Its words when it was reported.
  excerpt text not null default '',
  reason text not null,
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  answer text,
  decided_by uuid references users on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  check ((status = 'open') = (decided_at is null))
);
create unique index reports_one_open on reports (reporter_id, kind, target_id) where status = 'open';
create index reports_target on reports (kind, target_id) where status = 'open';
create index reports_status on reports (status, created_at desc);
