-- Indexes for the admin's lists of people and pools.

-- A pledge enters this index when it is paid and leaves it when it is refunded, so pledging does not write it.
create index pledges_held on pledges (fan_id, status, pool_id) include (amount_cents) where status in ('paid', 'refund_pending');
-- The pools between collecting and releasing their money. A pledge does not write it, because it does not change the status.
create index pools_holding on pools (id) where status in ('collecting', 'shortfall', 'in_production', 'delivery_review', 'delivered');

-- The admin's list of people filters by these columns. An index that includes them finds the matches without reading the rows. All of
-- them are in some index already, so no update becomes more expensive.
drop index users_newest;
create index users_newest on users (created_at desc, id desc)
  include (username, role, is_verified, email_verified_at, suspended_at, deleted_at);
drop index users_verified;
create index users_verified on users (created_at desc, id desc)
  include (username, role, is_verified, email_verified_at, suspended_at, deleted_at) where is_verified;
drop index users_email_unverified;
create index users_email_unverified on users (created_at desc, id desc)
  include (username, role, is_verified, email_verified_at, suspended_at, deleted_at) where email_verified_at is null;
drop index users_staff;
create index users_staff on users (role, created_at desc, id desc)
  include (username, is_verified, email_verified_at, suspended_at, deleted_at) where role <> 'user';

-- With the id, the index has the whole order by status, and counting pools of a status reads no rows.
drop index pools_admin;
create index pools_admin on pools (status, created_at desc, id);

-- The admin's page about storage sums the sizes of all pictures.
create index images_size on images (size_bytes);
