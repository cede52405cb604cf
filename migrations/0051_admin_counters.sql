-- Counters of further admin lists that change while an admin watches, as in 0035.
create trigger takedown_notices_admin after insert or update or delete on takedown_notices
  for each statement execute function tell_of_admin_list('takedowns');
create trigger takedown_materials_admin after insert or update or delete on takedown_materials
  for each statement execute function tell_of_admin_list('takedowns');
create trigger productions_admin after insert or delete on productions
  for each statement execute function tell_of_admin_list('performerRecords');
create trigger audit_log_admin after insert on audit_log
  for each statement execute function tell_of_admin_list('audit');
-- Only what an admin's decision changes: a storm of sign-ups must not wait for the queue of notifications, which commits take in turn.
create trigger users_admin after update of role, is_verified, suspended_at, suspended_until, deleted_at on users for each row
  when ((old.role, old.is_verified, old.suspended_at, old.suspended_until, old.deleted_at)
    is distinct from (new.role, new.is_verified, new.suspended_at, new.suspended_until, new.deleted_at))
  execute function tell_of_admin_list('users');
