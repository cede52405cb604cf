-- A pool that falls below its goal keeps what is left of the creator's time to answer. The clock goes on when the goal is met again, or at
-- the funding deadline, when the creator may still accept the current amount.
alter table pools add column response_left_ms bigint check (response_left_ms >= 0);
