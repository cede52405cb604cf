-- Likes of comments, counted once per person.

create table comment_likes (
  comment_id uuid not null references comments on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  primary key (comment_id, user_id)
);
-- The likes of a person, for their export and for the deletion of their account.
create index comment_likes_person on comment_likes (user_id, comment_id);

alter table comments add column like_count int not null default 0 check (like_count >= 0);
-- A page of threads in the order "Top".
create index comments_threads_top on comments (pool_id, like_count desc, created_at desc, id desc)
  where parent_id is null and (deleted_at is null or reply_count > 0);

create function comment_likes_count() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update comments set like_count = like_count + 1 where id = new.comment_id;
  else
    update comments set like_count = like_count - 1 where id = old.comment_id;
  end if;
  return null;
end $$;
create trigger comment_likes_counted after insert or delete on comment_likes
  for each row execute function comment_likes_count();
