-- A saved pool becomes a followed one. Earlier rows get news, too: the reminder that was promised to them is now part of the news.
alter table pool_saves add column news boolean not null default true;
