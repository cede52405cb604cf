-- When admins were last reminded of a pool that waits for them (decisions/0057).
alter table pools add column waiting_reminded_at timestamptz;

-- Pools that waited before there was a limit have the whole time from now on, and are reported first.
alter table pools add column wait_limited_from timestamptz;
update pools set wait_limited_from = clock_timestamp() where frozen or status in ('delivery_review', 'delivered');

-- A frozen pool, and a delivered one that the end of its quiet period did not complete.
create index pools_waiting on pools (quiet_until) where status = 'delivered';
