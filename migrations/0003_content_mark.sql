-- A hash of what a person reads before they decide about a pool (server/pools/content-mark.sql).
alter table pools add column content_mark text not null default '';
-- Its arguments have changed (server/pledges/confirm-pledges.sql).
drop function if exists confirm_pledges(uuid[], uuid[], uuid[], bigint[], text[], boolean[], uuid[], boolean[]);
