-- When a refund or a part of a payout was reopened for another attempt; null for the first one. An earlier version, running beside, does not
-- set it, so that a row which it reopens counts its age from the first attempt.
alter table refunds add column retried_at timestamptz;
alter table payout_parts add column retried_at timestamptz;
