-- The admin lists: orders and searches of a million pools, and counters that change while an admin watches.

-- No index holds the pledged sum: every pledge would have to update it, and with it all other indexes of the row.
create index pools_by_title on pools (lower(title), id);
create index pools_by_clock on pools (clock_at, id);
create index pools_by_latest_clock on pools (clock_at desc nulls last, id desc);
create index pools_frozen on pools (created_at desc, id) where frozen;
create index pools_title_search on pools using gin (title gin_trgm_ops);
-- The history of one pool.
create index reports_pool on reports (pool_id, created_at desc) where pool_id is not null;
create index objections_pool on objections (pool_id, created_at desc);

-- PostgreSQL tells every node which admin list changed; the nodes tell their admins, who count again (server/moderation/module.ts). One
-- transaction sends each name once, however many rows it changes.
create function tell_of_admin_list() returns trigger language plpgsql as $$
begin
  perform pg_notify('admin_list_changed', tg_argv[0]);
  return null;
end $$;
create trigger pools_admin_insert after insert on pools
  for each statement execute function tell_of_admin_list('pools');
create trigger pools_admin_update after update of status, frozen on pools for each row
  when (old.status <> new.status or old.frozen <> new.frozen) execute function tell_of_admin_list('pools');
create trigger creator_applications_admin after insert or update or delete on creator_applications
  for each statement execute function tell_of_admin_list('verifications');
create trigger pool_claims_admin after insert or update or delete on pool_claims
  for each statement execute function tell_of_admin_list('claims');
create trigger creator_claims_admin after insert or update or delete on creator_claims
  for each statement execute function tell_of_admin_list('claims');
create trigger content_claims_admin after insert or update or delete on content_claims
  for each statement execute function tell_of_admin_list('contentClaims');
create trigger objections_admin after insert or update or delete on objections
  for each statement execute function tell_of_admin_list('reports');
create trigger reports_admin after insert or update or delete on reports
  for each statement execute function tell_of_admin_list('reports');
