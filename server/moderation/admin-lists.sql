-- Tells every node which admin list changed; the nodes tell their admins, who count again (server/moderation/module.ts). One transaction sends
-- each name once, however many rows it changes.
create or replace function tell_of_admin_list() returns trigger language plpgsql as $$
begin
  perform pg_notify('admin_list_changed', tg_argv[0]);
  return null;
end $$;

create or replace trigger pools_admin_insert after insert on pools
  for each statement execute function tell_of_admin_list('pools');

create or replace trigger pools_admin_update after update of status, frozen on pools for each row
  when (old.status <> new.status or old.frozen <> new.frozen) execute function tell_of_admin_list('pools');

create or replace trigger creator_applications_admin after insert or update or delete on creator_applications
  for each statement execute function tell_of_admin_list('verifications');

create or replace trigger pool_claims_admin after insert or update or delete on pool_claims
  for each statement execute function tell_of_admin_list('claims');

create or replace trigger creator_claims_admin after insert or update or delete on creator_claims
  for each statement execute function tell_of_admin_list('claims');

create or replace trigger content_claims_admin after insert or update or delete on content_claims
  for each statement execute function tell_of_admin_list('contentClaims');

create or replace trigger objections_admin after insert or update or delete on objections
  for each statement execute function tell_of_admin_list('reports');

create or replace trigger reports_admin after insert or update or delete on reports
  for each statement execute function tell_of_admin_list('reports');

create or replace trigger takedown_notices_admin after insert or update or delete on takedown_notices
  for each statement execute function tell_of_admin_list('takedowns');

create or replace trigger takedown_materials_admin after insert or update or delete on takedown_materials
  for each statement execute function tell_of_admin_list('takedowns');

create or replace trigger productions_admin after insert or delete on productions
  for each statement execute function tell_of_admin_list('performerRecords');

create or replace trigger approval_requests_admin after insert or update on approval_requests
  for each statement execute function tell_of_admin_list('approvals');

create or replace trigger audit_log_admin after insert on audit_log
  for each statement execute function tell_of_admin_list('audit');

-- Only what an admin's decision changes: a storm of sign-ups must not wait for the queue of notifications, which commits take in turn.
create or replace trigger users_admin after update of role, is_verified, suspended_at, suspended_until, deleted_at on users for each row
  when ((old.role, old.is_verified, old.suspended_at, old.suspended_until, old.deleted_at)
    is distinct from (new.role, new.is_verified, new.suspended_at, new.suspended_until, new.deleted_at))
  execute function tell_of_admin_list('users');
