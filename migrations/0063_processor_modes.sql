-- A processor's objects exist in one mode: those of a test key mean nothing to a live key, and the other way around. Null: an earlier
-- version stored the row.
alter table processor_customers add column live boolean;
alter table payout_accounts add column live boolean;
create index processor_customers_live on processor_customers (processor) where live;
