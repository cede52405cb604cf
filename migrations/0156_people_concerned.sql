-- The people whom an audited action is about. No admin acts on themselves. The chain of hashes does not cover this column: it says nothing that the
-- target of the row does not say.
alter table audit_log add column concerned uuid[] not null default '{}';
alter table audit_log add constraint audit_log_not_own check (status = 'refused' or actor_id is null or not (actor_id = any (concerned)));
