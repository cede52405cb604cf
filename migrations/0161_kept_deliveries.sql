-- An admin who removes a completed pool decides whether the fans who paid can still open its delivery.
alter table pools
  add column keeps_delivery boolean not null default false,
  add constraint only_removed_pools_keep_deliveries check (not keeps_delivery or status = 'removed');
