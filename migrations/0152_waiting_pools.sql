-- When admins were last reminded of a pool that waits for them (decisions/0057).
alter table pools add column waiting_reminded_at timestamptz;

-- A frozen pool, and a delivered one that the end of its quiet period did not complete.
create index pools_waiting on pools (quiet_until) where status = 'delivered';
