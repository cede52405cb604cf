-- A saved pool becomes a followed one. Earlier rows get news, too: the reminder that was promised to them is now part of the news.
alter table pool_saves add column news boolean not null default true;
-- The followers of a pool in the order in which they are notified, 200 at a time.
create index pool_saves_followers on pool_saves (pool_id, user_id) include (news);
drop index pool_saves_pool;
