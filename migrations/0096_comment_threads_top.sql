-- The top comments of a pool leave out those on its updates, so the index must leave them out too. Without that condition, PostgreSQL read and dropped
-- every comment on the pool's updates that has more likes. Measured with 20,000 of them: 479 buffers for the first 20, now 6.

drop index comments_threads_top;
create index comments_threads_top on comments (pool_id, like_count desc, created_at desc, id desc)
  where update_id is null and parent_id is null and (deleted_at is null or reply_count > 0);
