-- What admins need to find people and to act on them.

-- Suspensions with an end. A job lifts them (server/admin/lift-suspensions.ts).
alter table users add column suspended_until timestamptz;
alter table users add constraint users_suspended_until check (suspended_until is null or suspended_at is not null);
create index users_suspended on users (suspended_until, id) where suspended_at is not null;

-- The admin's list of people, in each order and with each rare filter.
create index users_search_email on users using gin (email gin_trgm_ops);
create index users_staff on users (role, created_at desc) where role <> 'user';
create index users_verified on users (created_at desc, id desc) where is_verified;
create index users_email_unverified on users (created_at desc, id desc) where email_verified_at is null;
create index users_deleted on users (deleted_at desc) where deleted_at is not null;

-- One active admin always remains, whichever operation takes the rights of the others. The advisory lock makes transactions that each
-- remove an admin take turns, so that the second one sees what the first one did.
create function keep_one_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7203115);
  if not exists (select from users where role = 'admin' and suspended_at is null and deleted_at is null) then
    raise exception 'account % is the last active admin', old.id using errcode = 'FF409';
  end if;
  return null;
end $$;
create trigger users_keep_one_admin after update of role, suspended_at, deleted_at on users for each row
  when (old.role = 'admin' and old.suspended_at is null and old.deleted_at is null
    and (new.role <> 'admin' or new.suspended_at is not null or new.deleted_at is not null))
  execute function keep_one_admin();

-- An appeal against a suspension is a report of one's own account.
alter table reports drop constraint reports_kind_check;
alter table reports add constraint reports_kind_check check (kind in ('pool', 'comment', 'message', 'profile', 'content', 'appeal'));
create index reports_subject on reports (subject_id, created_at desc) where subject_id is not null;
create index reports_reporter on reports (reporter_id, created_at desc);
create index objections_fan on objections (fan_id, created_at desc);
