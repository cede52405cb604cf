-- The followers of a pool in the order in which they are notified, 200 at a time. In its own migration: the one before it locks the table
-- for reads, too.
create index pool_saves_followers on pool_saves (pool_id, user_id) include (news);
drop index pool_saves_pool;
